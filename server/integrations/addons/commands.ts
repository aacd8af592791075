import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import { badData, found } from '../../platform/errors.ts';
import {
  createIntegration,
  deleteIntegration,
  updateIntegration,
} from '../integrations/commands.ts';
import { lockIntegration } from '../integrations/queries.ts';
import { assertKind } from '../integrations/rules.ts';
import { listedFilter } from './filters.ts';
import { filterOf, nameOf, viewAddon } from './rules.ts';
import type { Addon, AddonInput } from './schema.ts';

type Input = AddonInput & { encryption: Encryption | undefined };

export async function createAddon(
  tx: Tx,
  caller: Caller,
  input: Input & { mail: boolean },
): Promise<Addon> {
  const { provider, description = null, enabled, parameters, encryption, mail } = input;
  const kind = assertKind(provider, '/body/provider');
  const { stored } = await createIntegration(
    tx,
    caller,
    { project: null },
    {
      kind,
      name: nameOf(kind, description),
      description,
      enabled,
      parameters,
      encryption,
      mail,
      filter: filterOf(input),
    },
  );
  return viewAddon(stored, listedFilter(stored.filter));
}

export async function updateAddon(
  tx: Tx,
  caller: Caller,
  id: number,
  input: Input,
): Promise<Addon> {
  const key = { id, project: null };
  const before = found(await lockIntegration(tx, key), 'Integration', id);
  const { provider, description = null, enabled, parameters, encryption } = input;
  if (provider !== before.kind) {
    throw badData(`The provider is "${before.kind}" and cannot be changed.`, '/body/provider');
  }
  const stored = await updateIntegration(tx, caller, key, {
    name: before.name,
    description,
    enabled,
    parameters,
    encryption,
    filter: filterOf(input, before.filter),
  });
  return viewAddon(stored, listedFilter(stored.filter));
}

export async function deleteAddon(tx: Tx, caller: Caller, id: number): Promise<void> {
  await deleteIntegration(tx, caller, { id, project: null });
}
