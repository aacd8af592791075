import { blankEnvironment, type FlagTarget } from '../../approvals/reconciliation/configuration.ts';
import { reconcileFlag } from '../../approvals/reconciliation/rules.ts';
import type { FlagKey } from '../../flags/flags/queries.ts';
import { readVersionAt } from '../../flags/versions/commands.ts';
import { findVersionAt } from '../../flags/versions/queries.ts';
import type { FlagVersion, Moment } from '../../flags/versions/rules.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import type { ComparedVersion, Comparison } from './schema.ts';

/** The differences between two versions of a flag, as changes. */
export async function compareVersions(
  db: Db,
  caller: Caller,
  key: FlagKey,
  { from, to }: { from: Moment; to: Moment },
): Promise<Comparison> {
  const later = await readVersionAt(db, caller, key, to);
  const earlier = await findVersionAt(db, caller, key, from);
  const subject = { name: key.name, project: earlier?.project ?? later.project };
  return {
    from: earlier ? comparedOf(earlier) : null,
    to: comparedOf(later),
    changes: reconcileFlag(
      // A strategy that was restored by a change request has another id.
      { ...subject, stickiness: 'default', anyId: true },
      earlier?.configuration,
      targetOf(later, earlier),
    ),
  };
}

/** Environments that the later version does not have count as empty. */
function targetOf(
  { project, configuration }: FlagVersion,
  earlier: FlagVersion | undefined,
): FlagTarget {
  const names = Object.keys(earlier?.configuration.environments ?? {});
  const absent = names.map((name) => [name, blankEnvironment] as const);
  const environments = { ...Object.fromEntries(absent), ...configuration.environments };
  return { ...configuration, project, environments };
}

const comparedOf = ({ eventId, createdAt, project }: FlagVersion): ComparedVersion => ({
  eventId,
  createdAt,
  project,
});
