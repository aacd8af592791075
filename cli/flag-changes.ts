import type { Flag } from '../server/flags/flags/schema.ts';
import type { Strategy } from '../server/flags/strategies/schema.ts';
import { type Commands, print, UsageError, type Values } from '../server/terminal.ts';
import { changeOptions, changeOrPropose, protectedEnvironments } from './changes.ts';
import { path } from './client.ts';
import { clientCommand, type Session } from './command.ts';
import { Failure } from './failure.ts';
import { projectOf, projectOption } from './flag-search.ts';
import { printJson } from './output.ts';

const environmentOption = {
  type: 'string',
  short: 'e',
  help: 'The environment (required)',
} as const;

const shared = { environment: environmentOption, project: projectOption, ...changeOptions };
const proposes = [
  '',
  'Where the environment requires change requests, adds the change to your pending change request',
  'there, or creates one, and prints its address.',
];

/** Commands that write flags. */
export const flagChangeCommands: Commands = {
  'flags create': clientCommand({
    summary: 'Create a flag',
    arguments: ['flag'],
    options: {
      project: { type: 'string', help: 'The project (default)' },
      type: { type: 'string', help: 'Type of the flag (release)' },
      description: { type: 'string', help: 'What it is for' },
      tag: { type: 'string', multiple: true, help: 'A tag as type:value; can be repeated' },
      'impression-data': { type: 'boolean', help: 'SDKs emit an event for each evaluation' },
    },
    examples: [
      'pennon flags create new-checkout --project checkout --tag team:payments',
      'pennon flags create maintenance --type kill-switch --description "Stops all orders"',
    ],
    run: createFlag,
  }),
  'flags on': clientCommand({
    summary: 'Switch a flag on in an environment',
    arguments: ['flag'],
    options: shared,
    examples: ['pennon flags on new-checkout -e production --comment "Tested" --submit'],
    notes: () => proposes,
    run: (session, values) => switchFlag(session, values, true),
  }),
  'flags off': clientCommand({
    summary: 'Switch a flag off in an environment',
    arguments: ['flag'],
    options: shared,
    examples: ['pennon flags off new-checkout -e production'],
    notes: () => proposes,
    run: (session, values) => switchFlag(session, values, false),
  }),
  'flags rollout': clientCommand({
    summary: 'Set the percentage of a gradual rollout',
    arguments: ['flag', 'percentage'],
    options: {
      ...shared,
      strategy: { type: 'string', help: 'Id of the strategy, if there are several rollouts' },
    },
    examples: ['pennon flags rollout new-checkout 25 -e production'],
    notes: () => [
      ...proposes,
      'Changes the only gradual rollout of the flag in the environment, or adds one if there is none.',
    ],
    run: setRollout,
  }),
  'flags archive': clientCommand({
    summary: 'Archive a flag',
    arguments: ['flag'],
    options: { project: projectOption, ...changeOptions },
    examples: ['pennon flags archive old-checkout'],
    notes: () => [
      '',
      'Where an environment of the project requires change requests, adds it to your pending change',
      'request there, or creates one, and prints its address.',
    ],
    run: archiveFlag,
  }),
};

async function createFlag({ terminal, client, json }: Session, values: Values): Promise<number> {
  const { flag: name, project = 'default', type, description, tag } = values;
  const tags = ((tag as string[] | undefined) ?? []).map(parseTag);
  const flag = await client.send<Flag>(
    'POST',
    path`/api/admin/projects/${String(project)}/features`,
    {
      body: {
        name,
        type,
        description,
        tags,
        ...(values['impression-data'] ? { impressionData: true } : {}),
      },
    },
  );
  if (json) return printJson(terminal, flag);
  const page = path`/projects/${String(project)}/flags/${flag.name}`;
  return print(terminal, `Created flag "${flag.name}".\n${client.url}${page}`);
}

function parseTag(text: string): { type: string; value: string } {
  const at = text.indexOf(':');
  if (at < 1) throw new UsageError(`--tag takes type:value, not "${text}".`);
  return { type: text.slice(0, at), value: text.slice(at + 1) };
}

async function switchFlag(session: Session, values: Values, enabled: boolean): Promise<number> {
  const { scope, flag } = await targetOf(session, values);
  const word = enabled ? 'on' : 'off';
  return changeOrPropose(
    session,
    { scope, change: { feature: flag, action: 'updateEnabled', payload: { enabled } }, values },
    async () => {
      await session.client.send('POST', `${environmentRoute(scope, flag)}/${word}`);
      return `Flag "${flag}" is ${word} in ${scope.environment}.`;
    },
  );
}

async function setRollout(session: Session, values: Values): Promise<number> {
  const percentage = String(values.percentage).replace(/%$/, '');
  if (!/^(100|\d{1,2})$/.test(percentage)) {
    throw new UsageError('The <percentage> is an integer from 0 to 100.');
  }
  const { scope, flag } = await targetOf(session, values);
  const route = `${environmentRoute(scope, flag)}/strategies`;
  const current = rolloutIn(await session.client.get<Strategy[]>(route), flag, values.strategy);
  const parameters = { ...current?.parameters, rollout: percentage };
  const change = current
    ? { action: 'updateStrategy' as const, payload: { ...inputOf(current), parameters } }
    : { action: 'addStrategy' as const, payload: { name: 'flexibleRollout', parameters } };
  const { id, ...body } = { id: undefined, ...change.payload };
  return changeOrPropose(
    session,
    { scope, change: { feature: flag, ...change }, values },
    async () => {
      await (current
        ? session.client.send('PUT', `${route}/${current.id}`, { body })
        : session.client.send('POST', route, { body }));
      return `Flag "${flag}" is rolled out to ${percentage}% in ${scope.environment}.`;
    },
  );
}

/** The strategy to change; undefined if there is none yet. */
function rolloutIn(strategies: readonly Strategy[], flag: string, id: unknown) {
  const rollouts = strategies.filter(({ name }) => name === 'flexibleRollout');
  if (id !== undefined) {
    const chosen = rollouts.find((strategy) => strategy.id === id);
    if (chosen) return chosen;
    throw new Failure(`Flag "${flag}" has no gradual rollout with the id ${id} there.`);
  }
  if (rollouts.length < 2) return rollouts[0];
  const list = rollouts.map((it) => `${it.id} (${it.title ?? 'without title'})`).join(', ');
  throw new Failure(
    `Flag "${flag}" has several gradual rollouts: choose with --strategy: ${list}.`,
  );
}

const inputOf = ({
  id,
  name,
  title,
  disabled,
  sortOrder,
  segments,
  constraints,
  variants,
}: Strategy) => ({ id, name, title, disabled, sortOrder, segments, constraints, variants });

async function archiveFlag(session: Session, values: Values): Promise<number> {
  const flag = String(values.flag);
  const project = await projectOf(session.client, flag, values.project);
  const [environment = ''] = await protectedEnvironments(session.client, project);
  return changeOrPropose(
    session,
    {
      scope: { project, environment },
      change: { feature: flag, action: 'archiveFeature' },
      values,
    },
    async () => {
      await session.client.send('DELETE', path`/api/admin/projects/${project}/features/${flag}`);
      return `Archived flag "${flag}".`;
    },
  );
}

async function targetOf({ client }: Session, values: Values) {
  const { environment } = values;
  if (typeof environment !== 'string') throw new UsageError('--environment is missing.');
  const flag = String(values.flag);
  const project = await projectOf(client, flag, values.project);
  return { scope: { project, environment }, flag };
}

const environmentRoute = (
  { project, environment }: { project: string; environment: string },
  flag: string,
) => path`/api/admin/projects/${project}/features/${flag}/environments/${environment}`;
