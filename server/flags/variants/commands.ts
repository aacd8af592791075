import { recordEvent } from '../../events/record.ts';
import { listForbiddenEnvironments } from '../../identity/access/queries.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { badData, missingPermission, named, notFound } from '../../platform/errors.ts';
import { assertMatch } from '../../platform/etags.ts';
import { type FlagKey, lockFlag } from '../flags/queries.ts';
import { assertActive, entityTag } from '../flags/rules.ts';
import type { Variant } from '../strategies/schema.ts';
import { flagExists, listVariants, lockVariants, saveVariants } from './queries.ts';
import { type EnvironmentVariants, isSame, normalizeVariants, variantsOf } from './rules.ts';
import type { VariantsOfEnvironments } from './schema.ts';

/** Computes the new variants of an environment from its current ones. */
export type Change = (before: Variant[]) => readonly Variant[];

export async function readEnvironmentVariants(
  db: Db,
  key: FlagKey & { environment: string },
): Promise<EnvironmentVariants> {
  return environmentIn(await listVariants(db, key), key);
}

export async function readFlagVariants(db: Db, key: FlagKey): Promise<Variant[]> {
  if (!(await flagExists(db, key))) throw notFound('Flag', key.name);
  return variantsOf(await listVariants(db, key));
}

export async function changeEnvironmentVariants(
  tx: Tx,
  caller: Caller,
  key: FlagKey & { environment: string },
  change: Change,
  { ifMatch }: { ifMatch?: string | undefined } = {},
): Promise<EnvironmentVariants> {
  const before = environmentIn(await lockAll(tx, key), key);
  assertMatch(entityTag(before.version), ifMatch);
  const [after = before] = await changeAll(tx, caller, key, [before], change);
  return after;
}

/** Changes each environment of the flag separately. */
export async function changeFlagVariants(
  tx: Tx,
  caller: Caller,
  key: FlagKey,
  change: Change,
): Promise<Variant[]> {
  const environments = await lockAll(tx, key);
  return variantsOf(await changeAll(tx, caller, key, environments, change));
}

/** The caller needs the permission in each of the environments. */
export async function setVariantsOfEnvironments(
  tx: Tx,
  caller: Caller,
  key: FlagKey,
  { environments: wanted, variants }: VariantsOfEnvironments,
): Promise<Variant[]> {
  const environments = await lockAll(tx, key);
  const permission = 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS';
  const { project } = key;
  const forbidden = await listForbiddenEnvironments(tx, caller, permission, {
    project,
    environments: wanted,
  });
  if (forbidden.length > 0) {
    throw missingPermission([permission], { project, environment: forbidden });
  }
  wanted.forEach((name, index) => {
    if (environments.some(({ environment }) => environment === name)) return;
    throw badData(`The flag is not in environment "${name}".`, `/body/environments/${index}`);
  });
  const chosen = environments.filter(({ environment }) => wanted.includes(environment));
  return variantsOf(await changeAll(tx, caller, key, chosen, () => variants, '/body/variants'));
}

async function changeAll(
  tx: Tx,
  caller: Caller,
  { project, name }: FlagKey,
  environments: readonly EnvironmentVariants[],
  change: Change,
  path = '/body',
): Promise<EnvironmentVariants[]> {
  const changes = environments.map(({ environment, variants: before, version }) => {
    const variants = normalizeVariants(change(before), path);
    const isChanged = !isSame(before, variants);
    return { environment, before, variants, isChanged, version: version + Number(isChanged) };
  });
  const changed = changes.filter(({ isChanged }) => isChanged);
  if (changed.length > 0) await saveVariants(tx, name, changed);
  for (const { environment, variants, before } of changed) {
    recordEvent(tx, caller, {
      type: 'feature-environment-variants-updated',
      project,
      environment,
      featureName: name,
      data: { variants },
      preData: { variants: before },
    });
  }
  return changes;
}

async function lockAll(tx: Tx, key: FlagKey): Promise<EnvironmentVariants[]> {
  const flag = await lockFlag(tx, key);
  if (!flag) throw notFound('Flag', key.name);
  assertActive(flag);
  return lockVariants(tx, key);
}

function environmentIn(
  environments: readonly EnvironmentVariants[],
  { name, environment }: { name: string; environment: string },
): EnvironmentVariants {
  const found = environments.find((it) => it.environment === environment);
  if (!found) throw notFound('Environment', environment, named('flag', name));
  return found;
}
