import { Page as Frame } from '../../ui/page.tsx';
import { IntegrationList } from './integration-list.tsx';

export function Page() {
  return (
    <Frame
      title="Integrations"
      note="Send events to chats, monitoring and programs, in order and at least once."
    >
      <IntegrationList project={null} />
    </Frame>
  );
}
