import type { State } from '../change-requests/schema.ts';
import { nextStates, type RequestRole } from '../reviews/rules.ts';
import type { Obstacle } from './schema.ts';

/** The first reason why the caller cannot approve the request now; null if there is none. */
export function obstacleOf(
  request: { state: State; missingApprovals: number },
  { kind }: { kind: string },
  role: RequestRole & { requestsEnabled: boolean; approved: boolean },
): Obstacle | null {
  const reasons: Record<Obstacle, boolean> = {
    state: !nextStates(request).includes('Approved'),
    disabled: !role.requestsEnabled,
    token: kind !== 'user' && kind !== 'service-account',
    author: role.author && !role.authorMayApprove,
    writer: role.writer && !role.authorMayApprove,
    permission: !role.approver,
    approved: role.approved,
  };
  const found = Object.entries(reasons).find(([, applies]) => applies);
  return (found?.[0] as Obstacle | undefined) ?? null;
}
