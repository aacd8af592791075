import type { EnvironmentApprovers } from '../../../../server/approvals/approvers/schema.ts';
import { listNames } from '../people.ts';

type Approvers = Pick<EnvironmentApprovers, 'total' | 'admins' | 'approvers'>;
type Rules = { requiredApprovals: number; authorMayApprove: boolean };

/** What keeps requests from being approved, with these settings. */
export function warningOf(
  { total, admins, approvers }: Approvers,
  { requiredApprovals, authorMayApprove }: Rules,
): string | undefined {
  if (total === 0) return 'Nobody can approve change requests here';
  if (total < requiredApprovals) {
    const people = total === 1 ? '1 person' : `${total} people`;
    return `No request can be approved: it needs ${requiredApprovals} approvals, and ${people} can approve`;
  }
  if (total === requiredApprovals && !authorMayApprove) {
    const who = total === 1 ? listNames(approvers, total, 1) : 'those who can approve';
    return `Nobody can approve requests by ${who}: too few others can`;
  }
  return total === admins ? 'Only administrators can approve' : undefined;
}
