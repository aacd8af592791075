import { catalogue } from '../../language.ts';
import { de } from './texts.de.ts';

/** Where a permission is missing; without both, everywhere. */
export type Place = { environments: readonly string[]; project: string | undefined };

function placeText(environments: readonly string[], project: string | undefined): string {
  const inProject = project === undefined ? undefined : `project "${project}"`;
  if (environments.length === 0) return inProject ? ` in ${inProject}` : '';
  const names = environments.map((name) => `"${name}"`).join(', ');
  const noun = environments.length === 1 ? 'environment' : 'environments';
  return ` in ${noun} ${names}${inProject ? ` of ${inProject}` : ''}`;
}

const listed = (actions: readonly string[], word: string) =>
  [actions.slice(0, -1).join(', '), actions.at(-1)].filter(Boolean).join(` ${word} `);

/** Errors for what a person may not do; `can` has what each permission allows. */
const en = {
  onlyAdmins: 'Only administrators can do this.',
  missing: (actions: readonly string[], { environments, project }: Place, all: boolean) =>
    `You do not have permission to ${listed(actions, all ? 'and' : 'or')}${placeText(environments, project)}.`,
  needsChangeRequest: ({ environments, project }: Place) =>
    `Changes${placeText(environments, project)} need a change request.`,
  can: {
    CREATE_ADDON: 'create integrations',
    UPDATE_ADDON: 'change integrations',
    DELETE_ADDON: 'delete integrations',
    READ_CLIENT_API_TOKEN: 'see API tokens',
    CREATE_CLIENT_API_TOKEN: 'create API tokens',
    UPDATE_CLIENT_API_TOKEN: 'change API tokens',
    DELETE_CLIENT_API_TOKEN: 'delete API tokens',
    READ_FRONTEND_API_TOKEN: 'see API tokens',
    CREATE_FRONTEND_API_TOKEN: 'create API tokens',
    UPDATE_FRONTEND_API_TOKEN: 'change API tokens',
    DELETE_FRONTEND_API_TOKEN: 'delete API tokens',
    UPDATE_APPLICATION: 'change applications',
    CREATE_CONTEXT_FIELD: 'create context fields',
    UPDATE_CONTEXT_FIELD: 'change context fields',
    DELETE_CONTEXT_FIELD: 'delete context fields',
    CREATE_PROJECT: 'create projects',
    READ_ROLE: 'see roles',
    CREATE_SEGMENT: 'create segments',
    UPDATE_SEGMENT: 'change segments',
    DELETE_SEGMENT: 'delete segments',
    CREATE_STRATEGY: 'create strategy types',
    UPDATE_STRATEGY: 'change strategy types',
    DELETE_STRATEGY: 'delete strategy types',
    CREATE_TAG_TYPE: 'create tag types',
    UPDATE_TAG_TYPE: 'change tag types',
    DELETE_TAG_TYPE: 'delete tag types',
    CREATE_FEATURE: 'create flags',
    UPDATE_FEATURE: 'change flags',
    DELETE_FEATURE: 'archive or delete flags',
    UPDATE_FEATURE_DEPENDENCY: 'change dependencies',
    UPDATE_FEATURE_VARIANTS: 'change variants',
    MOVE_FEATURE_TOGGLE: 'move flags',
    UPDATE_PROJECT: 'change settings',
    DELETE_PROJECT: 'archive or delete projects',
    READ_PROJECT_API_TOKEN: 'see API tokens',
    CREATE_PROJECT_API_TOKEN: 'create API tokens',
    DELETE_PROJECT_API_TOKEN: 'delete API tokens',
    UPDATE_PROJECT_SEGMENT: 'change segments',
    PROJECT_USER_ACCESS_READ: 'see members',
    PROJECT_USER_ACCESS_WRITE: 'change members',
    PROJECT_DEFAULT_STRATEGY_READ: 'see the default strategy',
    PROJECT_DEFAULT_STRATEGY_WRITE: 'change the default strategy',
    PROJECT_CHANGE_REQUEST_READ: 'see the settings of change requests',
    PROJECT_CHANGE_REQUEST_WRITE: 'change the settings of change requests',
    PROJECT_SETTINGS_READ: 'see settings',
    PROJECT_SETTINGS_WRITE: 'change settings',
    CREATE_FEATURE_STRATEGY: 'add strategies',
    UPDATE_FEATURE_STRATEGY: 'change strategies',
    DELETE_FEATURE_STRATEGY: 'delete strategies',
    UPDATE_FEATURE_ENVIRONMENT: 'switch flags on or off',
    UPDATE_FEATURE_ENVIRONMENT_VARIANTS: 'change variants',
    APPROVE_CHANGE_REQUEST: 'approve change requests',
    APPLY_CHANGE_REQUEST: 'apply change requests',
    SKIP_CHANGE_REQUEST: 'make changes without a change request',
  },
};

export type Texts = typeof en;

export const texts = catalogue({ en, de });
