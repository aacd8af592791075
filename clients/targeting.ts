import type { IConfig, IToggle } from 'unleash-proxy-client';
import { UnleashClient } from 'unleash-proxy-client';
import { aFlag, api, aVariant, type FlagInput, type Project, unique, url } from './pennon.ts';

/** Flags of every kind, and the comparison of what two clients make of them. */

type Context = NonNullable<IConfig['context']>;

/** Users with different plans, versions and addresses. */
export const contexts: Context[] = Array.from({ length: 12 }, (_, index) => ({
  userId: `user-${index}`,
  sessionId: `session-${index}`,
  remoteAddress: `10.0.0.${index}`,
  properties: {
    plan: index % 2 ? 'Free' : 'Gold',
    age: String(10 + 5 * index),
    version: `1.${index}.0`,
  },
}));

/** Creates the flags; returns their names. */
export async function aFlagOfEachKind(project: Project): Promise<string[]> {
  const segment = await api<{ id: number }>('POST', 'segments', {
    name: unique('segment'),
    project: project.id,
    constraints: [constraint('plan', 'STR_CONTAINS', { values: ['GOLD'], caseInsensitive: true })],
  });
  const blue = aVariant('blue', { type: 'string', value: 'sky' }, 500);
  const red = aVariant('red', { type: 'json', value: '{"size":1}' }, 500);
  const colours = [blue, red];
  const flags: FlagInput[] = [
    {},
    { enabled: false },
    { impressionData: true, strategies: [rollout(50)] },
    { strategies: [rollout(50, { stickiness: 'sessionId' })] },
    { strategies: [{ name: 'userWithId', parameters: { userIds: 'user-1, user-2' } }] },
    { strategies: [{ name: 'remoteAddress', parameters: { IPs: '10.0.0.4/30' } }] },
    { strategies: [targeted('age', 'NUM_GTE', { value: '30' })] },
    { strategies: [targeted('age', 'NUM_LT', { value: '30', inverted: true })] },
    { strategies: [targeted('version', 'SEMVER_GT', { value: '1.5.0' })] },
    { strategies: [targeted('userId', 'NOT_IN', { values: ['user-3'] })] },
    { strategies: [targeted('currentTime', 'DATE_AFTER', { value: '2020-01-01T00:00:00.000Z' })] },
    { strategies: [{ name: 'default', segments: [segment.id] }] },
    { strategies: [rollout(80, {}, colours)] },
    { variants: colours },
    {
      variants: [
        { ...blue, overrides: [{ contextName: 'userId', values: ['user-1', 'user-2'] }] },
        red,
      ],
    },
  ];
  const names: string[] = [];
  for (const flag of flags) names.push(await aFlag(project, flag));
  const parent = await aFlag(project, { strategies: [rollout(100, {}, colours)] });
  const child = await aFlag(project);
  await api('POST', `projects/${project.id}/features/${child}/dependencies`, {
    feature: parent,
    variants: ['blue'],
  });
  return [...names, parent, child];
}

const rollout = (percent: number, parameters = {}, variants: object[] = []) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percent), stickiness: 'userId', groupId: 'group', ...parameters },
  variants,
});

const constraint = (contextName: string, operator: string, rest: object) => ({
  contextName,
  operator,
  ...rest,
});

const targeted = (contextName: string, operator: string, rest: object) => ({
  name: 'default',
  constraints: [constraint(contextName, operator, rest)],
});

export const frontendUrl = `${url}/api/frontend`;

/** The flags that the browser SDK receives from an address. */
export async function fetchFlags(
  address: string,
  token: string,
  context: Context,
): Promise<IToggle[]> {
  const client = new UnleashClient({
    url: address,
    clientKey: token,
    appName: 'agreement',
    disableRefresh: true,
    disableMetrics: true,
    context,
  });
  await client.start();
  client.stop();
  return client.getAllToggles();
}

/** Without what only some versions of clients add. */
export const comparable = (flags: readonly IToggle[]) =>
  flags
    .map(({ name, enabled, impressionData, variant }) => ({
      name,
      enabled,
      impressionData,
      variant: { name: variant.name, enabled: variant.enabled, payload: variant.payload },
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
