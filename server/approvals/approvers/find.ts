import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { named, notFound } from '../../platform/errors.ts';
import { readRequest } from '../change-requests/commands.ts';
import type { RequestKey } from '../change-requests/queries.ts';
import { viewPerson } from '../change-requests/view.ts';
import { findSetting } from '../protection/queries.ts';
import { findRequestRole } from '../reviews/transitions.ts';
import { findApprovers, findApprovingGroups } from './queries.ts';
import { obstacleOf } from './rules.ts';
import type { EnvironmentApprovers, RequestApprovers } from './schema.ts';

/** More are counted, not named. */
const namedMax = 20;

export async function approversOfEnvironment(
  db: Db,
  { project, environment }: { project: string; environment: string },
): Promise<EnvironmentApprovers> {
  if (!(await findSetting(db, project, environment))) {
    throw notFound('Environment', environment, named('project', project));
  }
  const scope = { project, environments: [environment] };
  const { rows, total, admins } = await findApprovers(db, scope, namedMax);
  const groups = await findApprovingGroups(db, { project, environment }, namedMax);
  return {
    total,
    admins,
    approvers: rows.map(viewPerson),
    groups: groups.rows,
    groupTotal: groups.total,
  };
}

export async function approversOfRequest(
  db: Db,
  caller: Caller,
  key: RequestKey,
): Promise<RequestApprovers> {
  const row = await readRequest(db, key);
  const role = await findRequestRole(db, caller, { ...row, authorId: row.author });
  const { rows, total } = await findApprovers(
    db,
    {
      project: row.project,
      environments: role.environments,
      except: role.authorMayApprove ? [] : role.writers,
    },
    namedMax,
  );
  const missingApprovals = Math.max(0, row.minApprovals - row.approvals.length);
  const approved = row.approvals.some(({ author }) => author === caller.id);
  const obstacle = obstacleOf({ ...row, missingApprovals }, caller, { ...role, approved });
  return {
    total,
    approvers: rows.map(viewPerson),
    remaining: Math.max(0, total - row.approvals.length),
    missingApprovals,
    mayApprove: obstacle === null,
    obstacle,
    missingIn: role.missingIn.APPROVE_CHANGE_REQUEST ?? null,
  };
}
