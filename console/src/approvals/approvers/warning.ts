import type { EnvironmentApprovers } from '../../../../server/approvals/approvers/schema.ts';
import { personName } from '../people.ts';
import { texts } from '../texts.tsx';

const text = texts.approvers.warnings;

type Approvers = Pick<EnvironmentApprovers, 'total' | 'admins' | 'approvers'>;
type Rules = { requiredApprovals: number; authorMayApprove: boolean };

/** What keeps requests from being approved, with these settings. */
export function warningOf(
  { total, admins, approvers }: Approvers,
  { requiredApprovals, authorMayApprove }: Rules,
): string | undefined {
  if (total === 0) return text.nobody;
  if (total < requiredApprovals) return text.tooFew(requiredApprovals, total);
  if (total === requiredApprovals && !authorMayApprove) {
    const [only] = approvers;
    return total === 1 && only ? text.onlyAuthor(personName(only)) : text.approversAsAuthors;
  }
  return total === admins ? text.onlyAdmins : undefined;
}
