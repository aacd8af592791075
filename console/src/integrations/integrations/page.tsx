import { Page as Frame } from '../../ui/page.tsx';
import { texts } from '../texts.tsx';
import { IntegrationList } from './integration-list.tsx';

export function Page() {
  return (
    <Frame title={texts.integrations.title} note={texts.integrations.note}>
      <IntegrationList project={null} />
    </Frame>
  );
}
