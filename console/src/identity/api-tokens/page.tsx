import { Page as Frame } from '../../ui/page.tsx';
import { texts } from '../texts.tsx';
import { TokenList } from './token-list.tsx';

export function Page() {
  return (
    <Frame title={texts.apiTokens.title} note={texts.apiTokens.note}>
      <TokenList />
    </Frame>
  );
}
