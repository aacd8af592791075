import { badData } from '../../platform/errors.ts';
import type { Permission } from '../../platform/permissions.ts';
import type { ApiToken, NewApiToken } from './schema.ts';

export type TokenType = ApiToken['type'];

/** A token request with all defaults applied. */
export type TokenPlan = {
  tokenName: string;
  type: TokenType;
  /** Null for admin tokens. */
  environment: string | null;
  /** Empty for all projects. */
  projects: string[];
  expiresAt: string | null;
};

export type Verb = 'READ' | 'CREATE' | 'UPDATE' | 'DELETE';

/** Admin tokens require ADMIN. */
export const permissionFor = (verb: Verb, type: TokenType): Permission =>
  type === 'admin' ? 'ADMIN' : `${verb}_${type === 'client' ? 'CLIENT' : 'FRONTEND'}_API_TOKEN`;

const tokenTypes = new Map<string, TokenType>([
  ['client', 'client'],
  ['backend', 'client'],
  ['frontend', 'frontend'],
  ['admin', 'admin'],
]);

const nameLengthMax = 100;

export function planToken(input: NewApiToken, now: string): TokenPlan {
  const tokenName = (input.tokenName ?? input.username ?? '').trim();
  if (tokenName === '') throw badData('"tokenName" is required.', '/body/tokenName');
  if (tokenName.length > nameLengthMax) {
    throw badData(`"tokenName" must have at most ${nameLengthMax} characters.`, '/body/tokenName');
  }
  const type = tokenTypes.get(input.type.toLowerCase());
  if (!type) {
    throw badData(`"type" must be client, frontend or admin, not "${input.type}".`, '/body/type');
  }
  const expiresAt = input.expiresAt ?? null;
  if (expiresAt !== null && !(Date.parse(expiresAt) > Date.parse(now))) {
    throw badData('"expiresAt" must be in the future.', '/body/expiresAt');
  }
  const projects = planProjects(input);
  return {
    tokenName,
    type,
    environment: planEnvironment(type, input, projects),
    projects,
    expiresAt,
  };
}

/** The part of the token before the dot. */
export function tokenPrefix({
  projects,
  environment,
}: Pick<TokenPlan, 'projects' | 'environment'>) {
  const [only] = projects;
  const project = only === undefined ? '*' : projects.length === 1 ? only : '[]';
  return `${project}:${environment ?? '*'}`;
}

/** Identifies a token without its secret; accepted in paths in place of the token. */
export const placeholderOf = (prefix: string, id: number) => `${prefix}.hidden-${id}`;

/** Undefined for the text of a token. */
export function idOfPlaceholder(text: string): number | undefined {
  const digits = /\.hidden-(\d{1,9})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Parses `default:development.secret`, a token whose text the operator chose. */
export function parseTokenText(
  text: string,
  type: TokenType,
): Pick<TokenPlan, 'projects' | 'environment'> {
  // The last dot: names of environments may contain dots, generated secrets do not.
  const match = /^([^:\s]+):(\S+)\.([^.\s]+)$/.exec(text);
  if (!match) throw badData('A token is <project>:<environment>.<secret>.');
  const [, project = '', environment = ''] = match;
  if (project === '[]')
    throw badData('A token for several projects can be created only by the API.');
  const projects = project === '*' ? [] : [project];
  return { projects, environment: planEnvironment(type, { environment, type }, projects) };
}

function planProjects({ projects, project }: NewApiToken): string[] {
  const named = projects ?? (project === undefined ? ['*'] : [project]);
  if (named.length === 0)
    throw badData('"projects" must have at least one project.', '/body/projects');
  return named.includes('*') ? [] : [...new Set(named)].sort();
}

function planEnvironment(type: TokenType, { environment }: NewApiToken, projects: string[]) {
  if (type !== 'admin') {
    if (environment === '*') {
      throw badData('A client or frontend token needs one environment.', '/body/environment');
    }
    return environment ?? 'development';
  }
  if (environment !== undefined && environment !== '*') {
    throw badData('An admin token is for every environment: "*".', '/body/environment');
  }
  if (projects.length > 0) {
    throw badData('An admin token is for every project: ["*"].', '/body/projects');
  }
  return null;
}
