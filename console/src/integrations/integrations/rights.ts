import type { Scope } from './api.ts';

type May = (permission: string, project?: string) => boolean;
type Verb = 'CREATE' | 'UPDATE' | 'DELETE';

/** Whether the caller may do that with integrations of the installation, or of a project. */
export const mayWithIntegration = (may: May, verb: Verb, project: Scope): boolean =>
  project === null
    ? may(`${verb}_ADDON`)
    : may('UPDATE_PROJECT', project) || may('PROJECT_SETTINGS_WRITE', project);
