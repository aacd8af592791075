import { TokenList } from '../../identity/api-tokens/token-list.tsx';

export default function Tokens({ projectId }: { projectId: string }) {
  return <TokenList projectId={projectId} />;
}
