import { Type } from 'typebox';
import { operators } from '../flags/strategies/schema.ts';
import { badData } from '../platform/errors.ts';
import { path } from './api.ts';
import { type Change, propose } from './propose.ts';
import { type Context, Environment, FlagName, linkTo, Project, type Tool, tool } from './tool.ts';

const outcome =
  'Changes nothing by itself: in a protected environment it opens a change request, which a ' +
  'person reviews and applies; elsewhere it returns a dry run of what would change.';
const directOutcome =
  'In a protected environment it opens a change request, which a person reviews and applies; ' +
  'elsewhere it returns a dry run of what would change, or changes it if apply is true.';

const common = {
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Why, for the reviewers; added to the change request as a comment',
    }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Only return what would change, everywhere' }),
  ),
};

const direct = {
  apply: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Change it now, where no change request is needed',
    }),
  ),
};

const Title = Type.Optional(Type.String({ maxLength: 255, description: 'Shown to people' }));
const StrategyId = Type.String({
  format: 'uuid',
  maxLength: 36,
  description: 'Id of the strategy, as in get_flag',
});

const Constraints = Type.Optional(
  Type.Array(
    Type.Object(
      {
        contextName: Type.String({ minLength: 1, maxLength: 100, description: 'Context field' }),
        operator: Type.Unsafe<string>({ type: 'string', enum: [...operators] }),
        values: Type.Optional(
          Type.Array(Type.String({ maxLength: 100 }), {
            maxItems: 250,
            description: 'For IN, NOT_IN and STR_*',
          }),
        ),
        value: Type.Optional(
          Type.String({ maxLength: 100, description: 'For NUM_*, DATE_* and SEMVER_*' }),
        ),
        inverted: Type.Optional(Type.Boolean({ description: 'Negate the result' })),
        caseInsensitive: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    { maxItems: 30, description: 'All must match' },
  ),
);

const strategy = {
  parameters: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      maxProperties: 20,
      propertyNames: { maxLength: 100 },
      additionalProperties: { type: 'string', maxLength: 1000 },
      description:
        'For flexibleRollout: {"rollout": "25", "stickiness": "default", "groupId": "<flag>"}',
    }),
  ),
  constraints: Constraints,
  segments: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
      maxItems: 5,
      description: 'Ids of segments; all must match',
    }),
  ),
  title: Title,
  disabled: Type.Optional(Type.Boolean()),
};

const Variants = Type.Array(
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 100 }),
      weight: Type.Integer({ minimum: 0, maximum: 1000, description: 'Of 1000' }),
      weightType: Type.Optional(
        Type.Union([Type.Literal('variable'), Type.Literal('fix')], {
          description: 'variable: shares the rest of 1000 evenly',
        }),
      ),
      stickiness: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      payload: Type.Optional(
        Type.Object(
          {
            type: Type.Unsafe<string>({
              type: 'string',
              enum: ['json', 'csv', 'string', 'number'],
            }),
            value: Type.String({ maxLength: 10_000 }),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  { maxItems: 100, description: 'Replaces all variants of the flag in the environment' },
);

export function changeToolsFor({ directWrites }: Pick<Context, 'directWrites'>): readonly Tool[] {
  const options = (directWrites ? { ...common, ...direct } : common) as typeof common &
    typeof direct;
  const effect = directWrites ? 'changes' : 'adds';
  const where = { project: Project, flag: FlagName, environment: Environment };
  const describe = (what: string) => `${what} ${directWrites ? directOutcome : outcome}`;
  return [
    createFlag,
    tool('propose_switch', {
      title: 'Propose to switch a flag on or off',
      description: describe('Switches a flag on or off in an environment.'),
      effect,
      input: { ...where, enabled: Type.Boolean(), ...options },
      run: (context, { enabled, ...input }) =>
        propose(context, input, { action: 'updateEnabled', payload: { enabled } }),
    }),
    tool('propose_rollout', {
      title: 'Propose a rollout percentage',
      description: describe(
        'Sets the percentage of the flexibleRollout strategy of a flag in an environment, or ' +
          'adds such a strategy if it has none. Does not switch the flag on.',
      ),
      effect,
      input: {
        ...where,
        percentage: Type.Integer({ minimum: 0, maximum: 100 }),
        strategyId: Type.Optional(StrategyId),
        ...options,
      },
      run: async (context, { percentage, strategyId, ...input }) =>
        propose(context, input, await rolloutChange(context, { ...input, percentage, strategyId })),
    }),
    tool('propose_strategy_add', {
      title: 'Propose a new strategy',
      description: describe(
        'Adds a strategy to a flag in an environment. A flag is on if one of its strategies ' +
          'matches. Usual name: flexibleRollout.',
      ),
      effect,
      input: {
        ...where,
        name: Type.String({ minLength: 1, maxLength: 100 }),
        ...strategy,
        ...options,
      },
      run: (context, { name, ...input }) =>
        propose(context, input, { action: 'addStrategy', payload: { name, ...membersOf(input) } }),
    }),
    tool('propose_strategy_update', {
      title: 'Propose to change a strategy',
      description: describe(
        'Changes a strategy of a flag in an environment. Members that are not given stay; lists ' +
          'and parameters are replaced as a whole.',
      ),
      effect,
      input: { ...where, strategyId: StrategyId, ...strategy, ...options },
      run: (context, { strategyId: id, ...input }) =>
        propose(context, input, { action: 'updateStrategy', payload: { id, ...membersOf(input) } }),
    }),
    tool('propose_strategy_delete', {
      title: 'Propose to delete a strategy',
      description: describe('Deletes a strategy of a flag in an environment.'),
      effect,
      input: { ...where, strategyId: StrategyId, ...options },
      run: (context, { strategyId, ...input }) =>
        propose(context, input, { action: 'deleteStrategy', payload: { id: strategyId } }),
    }),
    tool('propose_variants', {
      title: 'Propose variants',
      description: describe('Replaces the variants of a flag in an environment.'),
      effect,
      input: { ...where, variants: Variants, ...options },
      run: (context, { variants, ...input }) =>
        propose(context, input, { action: 'patchVariant', payload: { variants } }),
    }),
    tool('propose_archive', {
      title: 'Propose to archive a flag',
      description: describe(
        'Archives a flag: it is off everywhere, and can be revived. Affects all environments of ' +
          'the project, so that one protected environment is enough to need a change request.',
      ),
      effect,
      input: { project: Project, flag: FlagName, ...options },
      run: async (context, input) => ({
        ...(await warningOf(context, input)),
        ...(await propose(context, input, { action: 'archiveFeature', payload: {} })),
      }),
    }),
  ];
}

const createFlag = tool('create_flag', {
  title: 'Create a flag',
  description:
    'Creates a flag, which is off in every environment of the project. Needs the permission to ' +
    'create flags; names cannot be changed later.',
  effect: 'adds',
  input: {
    project: Project,
    name: FlagName,
    type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        default: 'release',
        description: 'release, experiment, operational, kill-switch or permission',
      }),
    ),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    impressionData: Type.Optional(Type.Boolean({ default: false })),
  },
  run: async (context, { project, ...body }) => {
    const flag = await context.api('POST', path`/api/admin/projects/${project}/features`, { body });
    const link = linkTo(context, project, `flags/${encodeURIComponent(flag.name)}`);
    return { name: flag.name, project, type: flag.type, createdAt: flag.createdAt, link };
  },
});

/** Code that would evaluate a flag that no longer exists. */
async function warningOf({ api }: Context, { project, flag }: { project: string; flag: string }) {
  const at = path`/api/admin/projects/${project}/features/${flag}/code-references`;
  const { references } = (await api('GET', at)) as { references: { inComment: boolean }[] };
  const uses = references.filter(({ inComment }) => !inComment).length;
  return uses > 0 && { warning: `Code still refers to the flag: ${uses} uses were found.` };
}

/** The members of the strategy, without the others of the input. */
const membersOf = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([key]) => Object.hasOwn(strategy, key)));

type StrategyRow = { id: string; name: string; parameters: Record<string, string> };

async function rolloutChange(
  { api }: Context,
  input: {
    project: string;
    flag: string;
    environment: string;
    percentage: number;
    strategyId: string | undefined;
  },
): Promise<Change> {
  const { project, flag, environment, percentage, strategyId } = input;
  const strategies: StrategyRow[] = await api(
    'GET',
    path`/api/admin/projects/${project}/features/${flag}/environments/${environment}/strategies`,
  );
  const found = strategies.filter(({ id, name }) =>
    strategyId === undefined ? name === 'flexibleRollout' : id === strategyId,
  );
  const [strategy, ...others] = found;
  if (others.length > 0) {
    const ids = found.map(({ id }) => id).join(', ');
    throw badData(`The flag has several rollouts; choose one by strategyId: ${ids}.`);
  }
  const rollout = String(percentage);
  if (strategy) {
    const parameters = { ...strategy.parameters, rollout };
    return { action: 'updateStrategy', payload: { id: strategy.id, parameters } };
  }
  if (strategyId !== undefined) throw badData(`The flag has no strategy ${strategyId} there.`);
  const parameters = { rollout, stickiness: 'default', groupId: flag };
  return { action: 'addStrategy', payload: { name: 'flexibleRollout', parameters } };
}
