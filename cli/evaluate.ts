import type {
  FlagEvaluation,
  PlaygroundFlag,
  StrategyEvaluation,
} from '../server/delivery/playground/schema.ts';
import { type Commands, print, UsageError, type Values } from '../server/terminal.ts';
import { path } from './client.ts';
import { clientCommand, type Session } from './command.ts';
import { Failure } from './failure.ts';
import { projectOf, projectOption } from './flag-search.ts';
import { printFields, printJson } from './output.ts';

export const evaluateCommands: Commands = {
  evaluate: clientCommand({
    summary: 'Evaluate a flag for a context, and explain the result',
    options: {
      flag: { type: 'string', help: 'The flag (required)' },
      environment: { type: 'string', short: 'e', help: 'The environment (required)' },
      context: {
        type: 'string',
        multiple: true,
        short: 'c',
        help: 'A field as name=value, or a JSON object; can be repeated',
      },
      at: {
        type: 'string',
        help: 'As it was at this RFC 3339 time, or after the event with this id',
      },
      project: projectOption,
    },
    examples: [
      'pennon evaluate --flag new-checkout -e production -c userId=7 --at 2026-11-01T12:00:00Z',
      'pennon evaluate --flag new-checkout -e production -c userId=7 -c plan=pro',
      `pennon evaluate --flag new-checkout -e production -c '{"userId": "7"}' --json`,
    ],
    run: evaluate,
  }),
};

async function evaluate({ terminal, client, json }: Session, values: Values): Promise<number> {
  const { flag, environment } = values as Record<string, string | undefined>;
  if (flag === undefined || environment === undefined) {
    throw new UsageError('evaluate needs --flag and --environment.');
  }
  const context = contextOf((values.context as string[] | undefined) ?? []);
  const project = await projectOf(client, flag, values.project);
  const { at } = values as { at?: string };
  const { current, earlier } = await client.send<FlagEvaluation>(
    'POST',
    path`/api/admin/projects/${project}/features/${flag}/evaluate`,
    { query: { at }, body: { environment, context: { appName: 'pennon', ...context } } },
  );
  const found = at === undefined ? current : earlier;
  if (!found) throw new Failure(`Flag "${flag}" is archived, or was not there.`);
  if (json) return printJson(terminal, found);
  printFields(terminal, {
    Flag: found.name,
    Environment: environment,
    Result: found.isEnabled ? 'on' : 'off',
    Variant: found.variant.enabled ? describeVariant(found) : '-',
    Why: reasons[found.reason] ?? found.reason,
  });
  for (const [index, strategy] of found.strategies.data.entries()) {
    for (const line of describeStrategy(index + 1, strategy)) print(terminal, line);
  }
  return 0;
}

const reasons: Readonly<Record<string, string>> = {
  'unsatisfied-dependency': 'A flag that it depends on does not have the required state.',
  'switched-off': 'It is switched off in the environment.',
  'no-strategies': 'It is switched on and has no strategies.',
  'strategy-applies': 'At least one strategy applies.',
  'no-strategy-applies': 'No strategy applies.',
};

function describeVariant({ variant }: PlaygroundFlag): string {
  const { name, payload } = variant;
  return payload ? `${name} (${payload.type}: ${payload.value})` : name;
}

function describeStrategy(position: number, strategy: StrategyEvaluation): string[] {
  const { name, title, result, reason, constraints, segments } = strategy;
  const applies = result.enabled === true ? 'applies' : 'does not apply';
  const outcome = result.enabled === 'unknown' ? 'cannot be evaluated here' : applies;
  return [
    '',
    `Strategy ${position}: ${title ? `${title} (${name})` : name} ${outcome}`,
    ...describeRule(reason),
    ...constraints.map((it) => describeConstraint(it, '')),
    ...segments.flatMap((segment) => [
      `  ${mark(segment.result)} segment ${segment.name}`,
      ...segment.constraints.map((it) => describeConstraint(it, '  ')),
    ]),
  ].map((line) => line.replaceAll(/[\n\t]/g, ' '));
}

function describeRule(reason: StrategyEvaluation['reason']): string[] {
  const { kind, percentage, stickiness, stickinessValue, bucket, contextName } = reason;
  if (kind === 'disabled') return ['  The strategy is disabled.'];
  if (kind === 'rollout') {
    const by = stickiness === undefined ? '' : ` by ${stickiness} (${stickinessValue ?? 'none'})`;
    const place = bucket === undefined || bucket === null ? '' : `, this context is at ${bucket}`;
    return [`  rollout to ${percentage}%${by}${place}`];
  }
  if (kind === 'list') return [`  list of ${contextName}: ${reason.contextValue ?? 'none'}`];
  return [];
}

type Constraint = StrategyEvaluation['constraints'][number];

function describeConstraint(constraint: Constraint, indent: string): string {
  const { contextName, operator, inverted, value, values, result, contextValue } = constraint;
  const expected = values && values.length > 0 ? values.join(', ') : (value ?? '');
  const not = inverted ? 'not ' : '';
  const actual = contextValue === null ? 'no value' : `"${contextValue}"`;
  return `${indent}  ${mark(result)} ${not}${contextName} ${operator} ${expected}: ${actual}`;
}

const mark = (result: boolean) => (result ? 'yes' : 'no ');

/** Members that the context has beside its properties. */
const fields = ['appName', 'currentTime', 'remoteAddress', 'sessionId', 'userId', 'properties'];

function contextOf(inputs: readonly string[]): Record<string, unknown> {
  const members = inputs.flatMap((input) =>
    input.trimStart().startsWith('{') ? Object.entries(parseObject(input)) : [parseField(input)],
  );
  const known = members.filter(([name]) => fields.includes(name));
  const { properties = {}, ...context } = Object.fromEntries(known);
  const others = members.filter(([name]) => !fields.includes(name));
  return { ...context, properties: { ...(properties as object), ...Object.fromEntries(others) } };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`--context is not valid JSON: ${(error as Error).message}`);
  }
}

function parseField(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--context takes name=value, not "${text}".`);
  return [text.slice(0, at), text.slice(at + 1)];
}
