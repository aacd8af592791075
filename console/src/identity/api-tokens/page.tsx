import { Page as Frame } from '../../ui/page.tsx';
import { TokenList } from './token-list.tsx';

export function Page() {
  return (
    <Frame title="API tokens" note="What SDKs and scripts identify themselves with.">
      <TokenList />
    </Frame>
  );
}
