import { isDeepStrictEqual } from 'node:util';
import { recordEvent } from '../../events/record.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import { badData, conflict, found } from '../../platform/errors.ts';
import { isMailKind } from '../kinds/definition.ts';
import { kindOf } from '../kinds/rules.ts';
import { isSigningSecret, newSigningSecret } from '../kinds/signature.ts';
import { parseFilter } from './matching.ts';
import {
  deleteIntegrationRow,
  type IntegrationKey,
  insertIntegration,
  lockIntegration,
  savePosition,
  saveSecrets,
  saveSettings,
} from './queries.ts';
import {
  assertKind,
  integrationData,
  type PlannedParameters,
  planParameters,
  previousSigningSecret,
  type StoredIntegration,
  signingSecret,
} from './rules.ts';
import type { IntegrationUpdate, NewIntegration, Resumption } from './schema.ts';

/** Integrations of the installation, and of one project. */
const countMax = 1000;
/** While a receiver replaces its secret, requests have signatures of both. */
const previousSecretMs = 24 * 3_600_000;

type Scope = { project: string | null };

/** The signing secret is returned only here and by a rotation. */
export async function createIntegration(
  tx: Tx,
  caller: Caller,
  { project }: Scope,
  input: NewIntegration & { encryption: Encryption | undefined; mail: boolean },
): Promise<{ stored: StoredIntegration; signingSecret: string | null }> {
  const kind = assertKind(input.kind, '/body/kind');
  if (isMailKind(kindOf(kind)) && !input.mail) {
    throw conflict('E-mail is not configured: set EMAIL_HOST.');
  }
  const encryption = assertEncryption(input.encryption);
  const { filter = {}, enabled = true, description = null, name } = input;
  parseFilter(filter, project);
  const planned = planParameters(kind, input.parameters);
  const secret = planSigningSecret(kindOf(kind).signed, input.signingSecret);
  const fresh = secret === null ? planned.fresh : { ...planned.fresh, [signingSecret]: secret };
  const stored = await insertIntegration(
    tx,
    {
      project,
      kind,
      name,
      description,
      enabled,
      filter,
      parameters: planned.plain,
      secrets: encrypted(encryption, fresh),
      installationEvents: project === null && caller.admin,
    },
    countMax,
  );
  if (!stored) throw conflict(`There are ${countMax} integrations already, which is the maximum.`);
  recordEvent(tx, caller, {
    type: 'addon-config-created',
    project,
    data: integrationData(stored),
  });
  return { stored, signingSecret: secret };
}

/** Every change retries at once and ends the parking. */
export async function updateIntegration(
  tx: Tx,
  caller: Caller,
  key: IntegrationKey,
  input: IntegrationUpdate & { encryption: Encryption | undefined },
): Promise<StoredIntegration> {
  const before = await lockKnown(tx, key);
  const encryption = assertEncryption(input.encryption);
  const { filter = {}, enabled = true, description = null, name } = input;
  parseFilter(filter, key.project);
  const planned = planParameters(before.kind, input.parameters, before.secrets);
  const after = {
    ...before,
    name,
    description,
    enabled,
    filter,
    parameters: planned.plain,
    secrets: { ...keptSecrets(before, planned), ...encrypted(encryption, planned.fresh) },
    installationEvents: key.project === null && caller.admin,
  };
  if (isDeepStrictEqual(after, before)) return before;
  await saveSettings(tx, before.id, after);
  recordUpdate(tx, caller, before, { ...after, ...changedParameters(before, after) });
  return await lockKnown(tx, key);
}

export async function deleteIntegration(tx: Tx, caller: Caller, key: IntegrationKey) {
  const before = await lockKnown(tx, key);
  await deleteIntegrationRow(tx, before.id);
  recordEvent(tx, caller, {
    type: 'addon-config-deleted',
    project: before.project,
    preData: integrationData(before),
  });
}

/** Retries at once; with `from`, sends all matching events from that one on. */
export async function resumeIntegration(
  tx: Tx,
  caller: Caller,
  key: IntegrationKey,
  { from }: Resumption,
): Promise<StoredIntegration> {
  const before = await lockKnown(tx, key);
  const position = from === undefined ? before.position : from - 1;
  if (position === before.position && before.failingSince === null) return before;
  await savePosition(tx, before.id, position);
  recordUpdate(tx, caller, before, { ...before, resumedFrom: position + 1 });
  return await lockKnown(tx, key);
}

/** The former secret remains valid for a day. */
export async function rotateSigningSecret(
  tx: Tx,
  caller: Caller,
  key: IntegrationKey,
  { encryption: given, now }: { encryption: Encryption | undefined; now: number },
) {
  const before = await lockKnown(tx, key);
  if (!kindOf(before.kind).signed) throw conflict(`Kind "${before.kind}" is not signed.`);
  const encryption = assertEncryption(given);
  const secret = newSigningSecret();
  const { [signingSecret]: former, ...others } = before.secrets;
  const previousSecretUntil = new Date(now + previousSecretMs).toISOString();
  const secrets = {
    ...others,
    ...(former && { [previousSigningSecret]: former }),
    ...encrypted(encryption, { [signingSecret]: secret }),
  };
  await saveSecrets(tx, before.id, { secrets, previousSecretUntil });
  recordUpdate(tx, caller, before, { ...before, changedParameters: [signingSecret] });
  return { signingSecret: secret, previousSecretUntil };
}

async function lockKnown(tx: Tx, key: IntegrationKey): Promise<StoredIntegration> {
  return found(await lockIntegration(tx, key), 'Integration', key.id);
}

type Changed = StoredIntegration & { changedParameters?: string[]; resumedFrom?: number };

function recordUpdate(tx: Tx, caller: Caller, before: StoredIntegration, after: Changed): void {
  const { changedParameters: names, resumedFrom } = after;
  recordEvent(tx, caller, {
    type: 'addon-config-updated',
    project: before.project,
    data: {
      ...integrationData(after),
      ...(names === undefined ? {} : { changedParameters: names }),
      ...(resumedFrom === undefined ? {} : { resumedFrom }),
    },
    preData: integrationData(before),
  });
}

/** Names only: values may be secret. */
function changedParameters(before: StoredIntegration, after: StoredIntegration) {
  const [old, now] = [before, after].map(({ parameters, secrets }) => ({
    ...parameters,
    ...secrets,
  })) as [Record<string, string>, Record<string, string>];
  const names = Object.keys({ ...old, ...now }).filter((name) => old[name] !== now[name]);
  return names.length === 0 ? {} : { changedParameters: names.sort() };
}

function keptSecrets({ secrets }: StoredIntegration, { kept }: PlannedParameters) {
  const names = [...kept, signingSecret, previousSigningSecret];
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => names.includes(name)));
}

function planSigningSecret(signed: boolean, given: string | undefined): string | null {
  const path = '/body/signingSecret';
  if (given === undefined) return signed ? newSigningSecret() : null;
  if (!signed) throw badData('This kind of integration is not signed.', path);
  if (isSigningSecret(given)) return given;
  throw badData('"signingSecret" must be whsec_ and 24 to 64 bytes in base64.', path);
}

function assertEncryption(encryption: Encryption | undefined): Encryption {
  if (encryption) return encryption;
  throw conflict('Integrations need an encryption key: set ENCRYPTION_KEY or ENCRYPTION_KEY_FILE.');
}

const encrypted = ({ encrypt }: Encryption, secrets: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(secrets).map(([name, text]) => [name, encrypt(text)]));
