import { IntegrationList } from '../../integrations/integrations/integration-list.tsx';

export default function Integrations({ projectId }: { projectId: string }) {
  return <IntegrationList project={projectId} />;
}
