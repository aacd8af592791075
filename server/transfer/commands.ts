import { listProtectedEnvironments } from '../approvals/protection/queries.ts';
import { recordEvent } from '../events/record.ts';
import { lockLegalValues } from '../flags/context-fields/queries.ts';
import { findProjectLimits, lockFlags, lockProjectLimits } from '../flags/flags/queries.ts';
import { assertActiveProject, type ProjectLimits } from '../flags/flags/rules.ts';
import { listLinks } from '../flags/links/queries.ts';
import { findDefaultStrategy, listStrategies } from '../flags/strategies/queries.ts';
import { fallbackStrategy } from '../flags/strategies/rules.ts';
import { lockUsedTagTypes } from '../flags/tag-types/queries.ts';
import { listTagsOfFlags } from '../flags/tags/queries.ts';
import { readMoment } from '../flags/versions/filters.ts';
import { listSegmentsAt } from '../flags/versions/queries.ts';
import { holdsAnyPermission, maySeeProject } from '../identity/access/queries.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { badData, badDataIn, conflict, noAccess, notFound } from '../platform/errors.ts';
import { countActiveFlags } from '../projects/projects/queries.ts';
import { applyPlan } from './apply.ts';
import { partsOf } from './earlier.ts';
import { permissionText, requiredPermissions, scopesOf } from './permissions.ts';
import { type Plan, planImport, type Target } from './plan.ts';
import {
  beginSnapshot,
  environmentExists,
  findSettings,
  listDependencies,
  listFields,
  listFlagsNamed,
  listFlagsToExport,
  listSegments,
  listStates,
  listTagTypes,
  listVersionsToExport,
} from './queries.ts';
import { contextNamesIn, documentOf, inOrder, noticesOf } from './rules.ts';
import type {
  ExportedDocument,
  ExportQuery,
  ImportedDocument,
  ImportPreview,
  ImportRequest,
} from './schema.ts';

/**
 * Reads one snapshot with a fixed number of statements, so it takes a transaction of its own; another
 * records the export before the response is sent. Flags that the caller may not see are left out.
 */
export async function readDocument(
  tx: Tx,
  caller: Caller,
  query: ExportQuery,
): Promise<ExportedDocument> {
  await beginSnapshot(tx);
  const { environment } = query;
  if (!(await environmentExists(tx, environment))) {
    throw badData(`Environment "${environment}" does not exist.`, '/body/environment');
  }
  const at = query.at === undefined ? undefined : readMoment('at', query.at);
  const parts = at
    ? partsOf(await listVersionsToExport(tx, caller, query, at), environment)
    : await readParts(tx, caller, query);
  const { strategies, states, tags } = parts;
  const ids = [...new Set(strategies.flatMap((strategy) => strategy.segments))];
  const segments = at
    ? (await listSegmentsAt(tx, ids, at)).map(({ createdBy: _, ...segment }) => segment)
    : await listSegments(tx, { ids, names: [] });
  return documentOf({
    ...parts,
    segments,
    fields: await listFields(tx, contextNamesIn({ strategies, states, segments })),
    tagTypes: await listTagTypes(tx, [...new Set(tags.map(({ type }) => type))]),
  });
}

async function readParts(tx: Tx, caller: Caller, query: ExportQuery) {
  const flags = await listFlagsToExport(tx, caller, query);
  const names = flags.map(({ name }) => name);
  return {
    flags,
    strategies: await listStrategies(tx, names, [query.environment]),
    states: await listStates(tx, names, query.environment),
    tags: await listTagsOfFlags(tx, names),
    dependencies: await listDependencies(tx, names, { ofParents: false }),
    links: await listLinks(tx, names),
  };
}

export async function recordExport(
  tx: Tx,
  caller: Caller,
  { environment }: ExportQuery,
  { features }: ExportedDocument,
): Promise<void> {
  const names = features.map(({ name }) => name);
  recordEvent(tx, caller, {
    type: 'features-exported',
    data: { environment, features: inOrder(names, (name) => name) },
  });
}

/** What the import would change, and its errors; changes nothing. */
export async function previewImport(
  db: Db,
  caller: Caller,
  request: ImportRequest,
): Promise<ImportPreview> {
  const { project } = request;
  await assertVisible(db, caller, project);
  const limits = await findProjectLimits(db, project);
  assertActiveProject(project, limits);
  const plan = planImport(request.data, await readTarget(db, request, limits));
  const scopes = scopesOf(plan, request);
  const protectedEnvironments = await listProtectedEnvironments(db, caller, {
    scopes,
    segments: [],
  });
  const missing = [
    ...(await listMissing(db, caller, request, plan)),
    ...protectedEnvironments.map((it) => `SKIP_CHANGE_REQUEST for environment ${it.environment}`),
  ];
  return {
    errors: noticesOf(plan.problems),
    warnings: noticesOf(plan.warnings),
    permissions: noticesOf(missing.map((item) => ({ item, message: 'Missing permission' }))),
    changes: { created: plan.created, updated: plan.updated, unchanged: plan.unchanged },
  };
}

/** Imports the document completely or not at all; data equal to it is unchanged. */
export async function importFlags(tx: Tx, caller: Caller, request: ImportRequest): Promise<void> {
  const { project, environment, data } = request;
  await assertVisible(tx, caller, project);
  const limits = await lockProjectLimits(tx, project);
  assertActiveProject(project, limits);
  // Tag types before flags: the lock order of all commands.
  await lockUsedTagTypes(tx, tagTypesIn(data));
  await lockFlags(tx, project, namesIn(data));
  const plan = planImport(data, await readTarget(tx, request, limits));
  assertAllowed(await listMissing(tx, caller, request, plan));
  assertPossible(plan);
  if (request.onConflict === 'fail') assertNothingUpdated(plan);
  const { newFields, newTagTypes, newSegments, steps } = plan;
  if ([newFields, newTagTypes, newSegments, steps].every(({ length }) => length === 0)) return;
  await applyPlan(tx, caller, { project, environment }, plan);
  recordEvent(tx, caller, { type: 'features-imported', project, environment });
}

async function assertVisible(db: Db, caller: Caller, project: string): Promise<void> {
  if (!(await maySeeProject(db, caller, project))) throw notFound('Project', project);
}

/** A fixed number of statements, however large the document is. */
async function readTarget(db: Db, request: ImportRequest, limits: ProjectLimits): Promise<Target> {
  const { project, environment, data } = request;
  const settings = await findSettings(db, project, environment);
  if (!settings) {
    throw badData(`Project "${project}" has no environment "${environment}".`, '/body/environment');
  }
  const names = namesIn(data);
  const defaultStrategy = await findDefaultStrategy(db, project, environment);
  const segmentNames = (data.segments ?? []).map(({ name }) => name.trim());
  return {
    project,
    environment,
    limits,
    ...settings,
    defaultStrategy: defaultStrategy ?? fallbackStrategy,
    activeFlags: limits.flagLimit === null ? 0 : await countActiveFlags(db, project),
    fields: await listFields(
      db,
      (data.contextFields ?? []).map(({ name }) => name),
    ),
    legalValues: await lockLegalValues(db, contextNamesOf(data)),
    tagTypes: await listTagTypes(db, tagTypesIn(data)),
    segments: await listSegments(db, {
      ids: defaultStrategy?.segments ?? [],
      names: segmentNames,
    }),
    flags: await listFlagsNamed(db, names),
    states: await listStates(db, names, environment),
    strategies: await listStrategies(db, names, [environment]),
    tags: await listTagsOfFlags(db, names),
    dependencies: await listDependencies(db, names, { ofParents: true }),
    links: await listLinks(db, names),
  };
}

/** The flags of the document and their parents. */
const namesIn = ({ features, dependencies = [] }: ImportedDocument): string[] => [
  ...new Set([
    ...features.map(({ name }) => name),
    ...dependencies.flatMap((entry) => entry.dependencies.map(({ feature }) => feature)),
  ]),
];

const contextNamesOf = ({ featureStrategies, segments = [] }: ImportedDocument): string[] => [
  ...new Set(
    [...featureStrategies, ...segments]
      .flatMap(({ constraints = [] }) => constraints)
      .map(({ contextName }) => contextName),
  ),
];

const tagTypesIn = ({ tagTypes = [], featureTags = [] }: ImportedDocument): string[] => [
  ...new Set([
    ...tagTypes.map(({ name }) => name),
    ...featureTags.map(({ tagType = 'simple' }) => tagType),
  ]),
];

/** Checks the permissions one by one: there are few. */
async function listMissing(
  db: Db,
  caller: Caller,
  { project, environment }: ImportRequest,
  plan: Plan,
): Promise<string[]> {
  const missing: string[] = [];
  for (const required of requiredPermissions(plan)) {
    const scope = required.root ? {} : { project, environment };
    if (await holdsAnyPermission(db, caller, required.anyOf, scope)) continue;
    missing.push(permissionText(required));
  }
  return missing;
}

function assertAllowed(missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw noAccess(
    `You need the permissions ${missing.join(', ')}.`,
    missing.map((permission) => ({ message: `Missing permission ${permission}.` })),
  );
}

/** The most problems that a response lists: more would hide the first ones. */
const detailsMax = 100;

function assertPossible({ problems }: Plan): void {
  if (problems.length === 0) return;
  throw badDataIn(
    `The document cannot be imported for ${problems.length} reasons. See details.`,
    problems
      .slice(0, detailsMax)
      .map(({ item, message, path }) => ({ message: `${item}: ${message}`, path })),
  );
}

const namedMax = 100;

function assertNothingUpdated({ updated }: Plan): void {
  if (updated.length === 0) return;
  const more = updated.length > namedMax ? ` and ${updated.length - namedMax} more` : '';
  throw conflict(`These flags would change: ${updated.slice(0, namedMax).join(', ')}${more}.`);
}
