import { TokenList } from '../../identity/api-tokens/token-list.tsx';
import { useProjectId } from './project-id.ts';

export function Page() {
  return <TokenList projectId={useProjectId()} />;
}
