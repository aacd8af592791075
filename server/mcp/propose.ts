import { badData } from '../platform/errors.ts';
import { path } from './api.ts';
import { type Context, linkTo } from './tool.ts';
import { viewPreview } from './views.ts';

export type Change = {
  action:
    | 'updateEnabled'
    | 'addStrategy'
    | 'updateStrategy'
    | 'deleteStrategy'
    | 'patchVariant'
    | 'archiveFeature';
  payload: Record<string, unknown>;
};

type Input = {
  project: string;
  flag: string;
  /** Without it the change affects all environments of the project. */
  environment?: string | undefined;
  reason?: string | undefined;
  dryRun?: boolean | undefined;
  apply?: boolean | undefined;
};

type Scope = { project: string; environment: string; needsRequest: boolean };

/** A change request where one is needed, else a dry run or, if it is allowed, a direct write. */
export async function propose(context: Context, input: Input, change: Change) {
  const scope = await findScope(context, input);
  if (input.dryRun) return dryRun(context, scope, input, change, 'Nothing was changed.');
  if (scope.needsRequest) return request(context, scope, input, change);
  if (input.apply && context.directWrites) return write(context, scope, input, change);
  const hint = context.directWrites
    ? 'Nothing was changed. This needs no change request here: apply true changes it.'
    : 'Nothing was changed: a person has to make this change, for example in the console.';
  return dryRun(context, scope, input, change, hint);
}

type Setting = { environment: string; changeRequestEnabled: boolean };

async function findScope({ api }: Context, { project, environment }: Input): Promise<Scope> {
  const settings: Setting[] = await api(
    'GET',
    path`/api/admin/projects/${project}/change-requests/config`,
  );
  const protectedOnes = settings.filter((setting) => setting.changeRequestEnabled);
  const affected = environment ?? (protectedOnes[0] ?? settings[0])?.environment;
  const found = settings.find((setting) => setting.environment === affected);
  if (!found) {
    const names = settings.map((setting) => setting.environment).join(', ');
    throw badData(`Project "${project}" has no environment "${affected}". It has: ${names}.`);
  }
  return { project, environment: found.environment, needsRequest: found.changeRequestEnabled };
}

const bodyOf = ({ flag }: Input, { action, payload }: Change) => ({
  feature: flag,
  action,
  payload,
});

async function request(context: Context, scope: Scope, input: Input, change: Change) {
  const { project, environment } = scope;
  const { api } = context;
  const opened = await api(
    'POST',
    path`/api/admin/projects/${project}/environments/${environment}/change-requests`,
    { body: bodyOf(input, change) },
  );
  const at = path`/api/admin/projects/${project}/change-requests/${opened.id as number}`;
  if (input.reason) await api('POST', `${at}/comments`, { body: { text: input.reason } });
  const changes = opened.features.flatMap((flag: { changes: unknown[] }) => flag.changes).length;
  // Other changes in it may be unfinished work of the same user.
  const submits = opened.state === 'Draft' && changes === 1 && opened.segments.length === 0;
  const { state } = submits
    ? await api('PUT', `${at}/state`, { body: { state: 'In review' } })
    : opened;
  return {
    outcome: 'change request',
    message:
      state === 'Draft'
        ? 'The change was added to your draft, which has other changes. Send it to review.'
        : 'The change waits for a review by a person. It takes effect when it is applied.',
    changeRequest: { id: opened.id, project, environment, state, changes },
    link: linkTo(context, project, `change-requests/${opened.id}`),
  };
}

async function dryRun(
  { api }: Context,
  { project, environment }: Scope,
  input: Input,
  change: Change,
  message: string,
) {
  const preview = await api(
    'POST',
    path`/api/admin/projects/${project}/environments/${environment}/change-requests/dry-run`,
    { body: bodyOf(input, change) },
  );
  return { outcome: 'dry run', message, environment, ...viewPreview(preview) };
}

async function write(
  { api }: Context,
  { project, environment }: Scope,
  input: Input,
  change: Change,
) {
  const flag = path`/api/admin/projects/${project}/features/${input.flag}`;
  const { method, to, body } = callOf(change, flag, flag + path`/environments/${environment}`);
  await api(method, to, body === undefined ? {} : { body });
  return { outcome: 'changed', message: 'The change is in effect.', project, environment };
}

type Call = { method: 'POST' | 'PUT' | 'DELETE'; to: string; body?: unknown };

/** The call of the API that makes the change directly. */
function callOf({ action, payload }: Change, flag: string, environment: string): Call {
  const { id, ...members } = payload;
  const strategies = `${environment}/strategies`;
  const calls: Record<Change['action'], () => Call> = {
    updateEnabled: () => ({
      method: 'POST',
      to: `${environment}/${payload.enabled ? 'on' : 'off'}`,
    }),
    addStrategy: () => ({ method: 'POST', to: strategies, body: payload }),
    updateStrategy: () => ({ method: 'PUT', to: strategies + path`/${String(id)}`, body: members }),
    deleteStrategy: () => ({ method: 'DELETE', to: strategies + path`/${String(id)}` }),
    patchVariant: () => ({ method: 'PUT', to: `${environment}/variants`, body: payload.variants }),
    archiveFeature: () => ({ method: 'DELETE', to: flag }),
  };
  return calls[action]();
}
