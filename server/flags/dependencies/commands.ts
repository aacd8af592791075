import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { notFound } from '../../platform/errors.ts';
import { type FlagKey, lockFlag, lockFlags } from '../flags/queries.ts';
import { assertActive } from '../flags/rules.ts';
import { deleteDependencies, findRelations, saveDependency } from './queries.ts';
import { assertMayDepend, dependencyData, planDependency, sameDependency } from './rules.ts';
import type { NewDependency } from './schema.ts';

/** Replaces the current parent, because a flag has at most one. */
export async function addDependency(tx: Tx, caller: Caller, key: FlagKey, input: NewDependency) {
  const { project, name } = key;
  const planned = planDependency(input);
  const locked = await lockFlags(tx, project, [name, planned.parent]);
  const child = locked.find((flag) => flag.name === name);
  if (!child) throw notFound('Flag', name);
  const { current, ...relations } = await findRelations(tx, name, planned.parent);
  const parent = locked.find((flag) => flag.name === planned.parent);
  assertMayDepend({ project, child, parentName: planned.parent, parent, ...relations });

  if (sameDependency(planned, current)) return;
  await saveDependency(tx, name, planned);
  recordEvent(tx, caller, {
    type: 'feature-dependency-added',
    project,
    featureName: name,
    data: dependencyData(planned),
  });
}

/** Does nothing if the child does not have this parent. */
export async function removeDependency(tx: Tx, caller: Caller, key: FlagKey, parent: string) {
  await lockChild(tx, key);
  const deleted = await deleteDependencies(tx, [key.name], parent);
  if (deleted.length === 0) return;
  recordEvent(tx, caller, {
    type: 'feature-dependency-removed',
    project: key.project,
    featureName: key.name,
    data: { feature: parent },
  });
}

export async function removeAllDependencies(tx: Tx, caller: Caller, key: FlagKey): Promise<void> {
  await lockChild(tx, key);
  await removeDependencies(tx, caller, { project: key.project, children: [key.name] });
}

/** For children of one project that this transaction has locked, such as those it archives. */
export async function removeDependencies(
  tx: Tx,
  caller: Caller,
  { project, children }: { project: string; children: readonly string[] },
): Promise<void> {
  if (children.length === 0) return;
  for (const featureName of await deleteDependencies(tx, children)) {
    recordEvent(tx, caller, { type: 'feature-dependencies-removed', project, featureName });
  }
}

async function lockChild(tx: Tx, key: FlagKey): Promise<void> {
  const child = await lockFlag(tx, key);
  if (!child) throw notFound('Flag', key.name);
  assertActive(child);
}
