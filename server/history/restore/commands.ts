import { lockConfigurations, makeChanges } from '../../approvals/reconciliation/commands.ts';
import type { FlagTarget } from '../../approvals/reconciliation/configuration.ts';
import { findDefaultStickiness } from '../../approvals/reconciliation/queries.ts';
import { reconcileFlag } from '../../approvals/reconciliation/rules.ts';
import { type FlagKey, lockFlags } from '../../flags/flags/queries.ts';
import { readVersionAt } from '../../flags/versions/commands.ts';
import { findVersionOfEvent } from '../../flags/versions/queries.ts';
import type { Moment } from '../../flags/versions/rules.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { conflict, notFound, RequestError } from '../../platform/errors.ts';
import type { ComparedVersion } from '../comparison/schema.ts';
import type { RestoreResult } from './schema.ts';
import { type Placed, restoreTarget, undoTarget } from './targets.ts';

type MakeOptions = { dryRun: boolean; propose: boolean };

type RestoreInput = MakeOptions & {
  to: Moment;
  environments?: readonly string[] | undefined;
};

/** The project of the flag stays as it is. */
export async function restoreFlag(
  tx: Tx,
  caller: Caller,
  key: FlagKey,
  { to, environments, ...options }: RestoreInput,
): Promise<RestoreResult> {
  const version = await readVersionAt(tx, caller, key, to);
  const { configuration } = version;
  const current = await lockCurrent(tx, key, configuration);
  const target = restoreTarget(configuration, current.configuration, environments);
  return reach(tx, caller, key, { version, current, target, options, anyId: true });
}

/** Undoes the changes that the transaction of the event made to the flag. */
export async function undoEvent(
  tx: Tx,
  caller: Caller,
  key: FlagKey & { event: number },
  options: MakeOptions,
): Promise<RestoreResult> {
  const { event, ...flag } = key;
  const found = await findVersionOfEvent(tx, caller, flag, event);
  if (!found) throw notFound('Version', event, `flag "${flag.name}"`);
  const { after, before } = found;
  if (after.configuration === null) {
    throw conflict(`Event ${event} cannot be undone: it deleted the flag.`);
  }
  if (!before || before.configuration === null) {
    throw conflict(`Event ${event} cannot be undone: there is no version before it.`);
  }
  const [earlier, later] = [placed(before), placed(after)];
  const current = await lockCurrent(tx, flag, earlier.configuration);
  const target = undoTarget(event, { before: earlier, after: later, current });
  return reach(tx, caller, flag, { version: before, current, target, options, anyId: false });
}

const placed = ({ project, configuration }: { project: string; configuration: unknown }) =>
  ({ project, configuration }) as Placed;

async function lockCurrent(tx: Tx, { project, name }: FlagKey, target: FlagTarget) {
  const found = (await lockConfigurations(tx, project, new Map([[name, target]]))).get(name);
  if (found?.project !== project) throw notFound('Flag', name);
  return found;
}

/** The flags that the target depends on; the command that adds them would refuse with 403. */
async function assertParents(
  tx: Tx,
  project: string,
  { version: { eventId }, target: { dependencies = [] } }: Pick<Reached, 'version' | 'target'>,
): Promise<void> {
  if (dependencies.length === 0) return;
  const names = dependencies.map(({ feature }) => feature);
  const active = (await lockFlags(tx, project, names)).filter(({ archivedAt }) => !archivedAt);
  const missing = names.find((name) => !active.some((flag) => flag.name === name));
  if (missing === undefined) return;
  throw cannotRestore(eventId, `Project "${project}" has no active flag "${missing}".`);
}

const cannotRestore = (eventId: number, reason: string) =>
  conflict(`The version of event ${eventId} cannot be restored: ${reason}`);

type Reached = {
  version: ComparedVersion;
  current: Placed;
  target: FlagTarget;
  options: MakeOptions;
  anyId: boolean;
};

async function reach(
  tx: Tx,
  caller: Caller,
  { project, name }: FlagKey,
  { version, current, target, options, anyId }: Reached,
): Promise<RestoreResult> {
  await assertParents(tx, target.project ?? project, { version, target });
  const stickiness = await findDefaultStickiness(tx, project);
  const subject = { name, project, stickiness, anyId };
  const changes = reconcileFlag(subject, current.configuration, target);
  const { eventId, createdAt } = version;
  const result = { version: { eventId, createdAt, project: version.project } };
  try {
    return { ...result, ...(await makeChanges(tx, caller, project, { changes, ...options })) };
  } catch (error) {
    // What the version refers to may no longer be there.
    if (!(error instanceof RequestError) || error.status !== 400) throw error;
    throw cannotRestore(eventId, error.message);
  }
}
