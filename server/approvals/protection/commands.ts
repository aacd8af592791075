import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { badData, named, notFound } from '../../platform/errors.ts';
import { saveApprovalRules } from '../../projects/projects/queries.ts';
import { lockSetting } from './queries.ts';
import type { NewSetting } from './schema.ts';

/** Does not change the required approvals of requests that are already in review. */
export async function changeSetting(
  tx: Tx,
  caller: Caller,
  { project, environment }: { project: string; environment: string },
  wanted: NewSetting,
): Promise<void> {
  const before = await lockSetting(tx, project, environment);
  if (!before) throw notFound('Environment', environment, named('project', project));
  const { requiredApprovals = before.requiredApprovals ?? 1 } = wanted;
  if (wanted.changeRequestsEnabled && requiredApprovals === 0) {
    throw badData('"requiredApprovals" must be from 1 to 10.', '/body/requiredApprovals');
  }
  const after = {
    requiredApprovals: wanted.changeRequestsEnabled ? requiredApprovals : null,
    authorMayApprove: wanted.authorMayApprove ?? before.authorMayApprove,
  };
  if (
    after.requiredApprovals === before.requiredApprovals &&
    after.authorMayApprove === before.authorMayApprove
  ) {
    return;
  }
  await saveApprovalRules(tx, { project, environment }, after);
  recordEvent(tx, caller, {
    type: 'change-request-configuration-updated',
    project,
    environment,
    data: dataOf(after),
    preData: dataOf(before),
  });
}

type Rules = { requiredApprovals: number | null; authorMayApprove: boolean };

const dataOf = ({ requiredApprovals, authorMayApprove }: Rules) => ({
  changeRequestsEnabled: requiredApprovals !== null,
  requiredApprovals,
  authorMayApprove,
});
