import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/open.ts';
import { found } from '../../platform/errors.ts';
import { isUnchanged } from '../../platform/etags.ts';
import { errorResponse } from '../../platform/http/error-handler.ts';
import { acceptJson } from '../../platform/http/json-body.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { versionFailure } from '../../platform/http/schema.ts';
import {
  changeScimGroup,
  changeScimUser,
  createScimGroup,
  createScimUser,
  deleteScimGroup,
  deleteScimUser,
} from './commands.ts';
import { groupCondition, userCondition } from './conditions.ts';
import { resourceTypes, schemaList, serviceProviderConfig } from './discovery.ts';
import { viewError } from './errors.ts';
import { pageOf } from './paging.ts';
import { applyPatch } from './patches.ts';
import { findGroupResource, findUserResource, searchGroups, searchUsers } from './queries.ts';
import {
  idOf,
  namesOf,
  type Resource,
  readGroup,
  readUser,
  selectAttributes,
  viewGroup,
  viewUser,
} from './rules.ts';
import { ScimBody, ScimPatch, ScimQuery, ScimSelection } from './schema.ts';

const mediaType = 'application/scim+json';
/** A group of 10,000 members has about 1 MB. */
const bodyLimit = 4 * 1024 * 1024;

type Body = Record<string, unknown>;

const common = {
  access: 'scim',
  response: {
    description: 'A resource, a list of resources, or what the server supports',
    content: { [mediaType]: { schema: Type.Object({}, { additionalProperties: true }) } },
  },
} as const;

export const scimRoutes: FastifyPluginAsync = async (app) => {
  const { publicUrl, baseUriPath, oidcIssuer, oidcDefaultRole } = app.settings;
  const baseUrl = `${publicUrl}${baseUriPath}/scim/v2`;
  const configuredRole = oidcIssuer === undefined ? undefined : oidcDefaultRole;
  acceptJson(app, mediaType);
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = errorResponse(error as never, request);
    if (status === 503) void reply.header('retry-after', 5);
    return send(reply.code(status), viewError(status, body));
  });
  const routes = routesFor(app, { tag: 'SCIM' });
  registerType(app, routes, {
    name: 'User',
    created: 'With the default role of OpenID Connect, and without a password.',
    replaced: 'A user who becomes inactive loses sessions and personal tokens immediately.',
    search: (query) => searchUsers(app.db, userCondition(query.filter), pageOf(query)),
    find: (id) => findUserResource(app.db, id),
    view: (stored) => viewUser(stored, baseUrl),
    read: readUser,
    patch: patchUser,
    create: (tx, caller, plan) => createScimUser(tx, caller, plan, configuredRole),
    change: changeScimUser,
    remove: deleteScimUser,
  });
  registerType(app, routes, {
    name: 'Group',
    replaced: 'Its members, too.',
    search: (query) => {
      const members = !namesOf(query.excludedAttributes).has('members');
      return searchGroups(app.db, groupCondition(query.filter), { ...pageOf(query), members });
    },
    find: (id) => findGroupResource(app.db, id),
    view: (stored) => viewGroup(stored, baseUrl),
    read: readGroup,
    patch: applyPatch,
    create: createScimGroup,
    change: changeScimGroup,
    remove: deleteScimGroup,
  });
  registerDiscovery(routes, baseUrl);
};

/** A type of resources; all have the same routes. */
type ResourceType<Stored, Plan, View extends Resource> = {
  name: 'User' | 'Group';
  /** Descriptions of the routes. */
  created?: string;
  replaced: string;
  search: (query: ScimQuery) => Promise<{ total: number; resources: Stored[] }>;
  find: (id: number) => Promise<Stored | undefined>;
  view: (stored: Stored) => View;
  read: (body: Body) => Plan;
  patch: (resource: View, body: Body) => Body;
  create: (tx: Tx, caller: Caller, plan: Plan) => Promise<Stored>;
  /** The plan is undefined if the client has read another version. */
  change: (
    tx: Tx,
    caller: Caller,
    id: number,
    planOf: (before: Stored) => Plan | undefined,
  ) => Promise<Stored>;
  remove: (tx: Tx, caller: Caller, id: number) => Promise<void>;
};

type App = Parameters<FastifyPluginAsync>[0];
type Routes = ReturnType<typeof routesFor>;

function registerType<Stored, Plan, View extends Resource>(
  app: App,
  routes: Routes,
  type: ResourceType<Stored, Plan, View>,
): void {
  registerReads(routes, type);
  registerWrites(app, routes, type);
}

function registerReads<Stored, Plan, View extends Resource>(
  { route }: Routes,
  { name, search, find, view }: ResourceType<Stored, Plan, View>,
): void {
  const noun = name.toLowerCase();

  route(`GET /scim/v2/${name}s`, {
    ...common,
    operationId: `scimList${name}s`,
    summary: `List ${noun}s`,
    description: `Ordered by id. All ${noun}s, also those that SCIM did not create.`,
    querystring: ScimQuery,
    handler: async ({ query }, reply) => {
      const result = await search(query);
      return sendList(reply, { ...result, resources: result.resources.map(view) }, query);
    },
  });

  route(`GET /scim/v2/${name}s/:id`, {
    ...common,
    operationId: `scimGet${name}`,
    summary: `Get a ${noun}`,
    querystring: ScimSelection,
    handler: async (request, reply) => {
      const id = idIn(request.params, name);
      return sendResource(request, reply, view(found(await find(id), name, id)));
    },
  });
}

function registerWrites<Stored, Plan, View extends Resource>(
  { inTransaction }: App,
  { route, write }: Routes,
  type: ResourceType<Stored, Plan, View>,
): void {
  const { name, view, read, patch, create, change, remove } = type;
  const noun = name.toLowerCase();
  const failures = versionFailure;
  const saveChange = async (
    request: FastifyRequest,
    reply: FastifyReply,
    planOf: (current: View) => Plan,
  ) => {
    const id = idIn(request.params, name);
    const changed = await inTransaction((tx) =>
      change(tx, request.caller, id, (before) => {
        const current = view(before);
        return isCurrent(request, current) ? planOf(current) : undefined;
      }),
    );
    return sendResource(request, reply, view(changed));
  };

  route(`POST /scim/v2/${name}s`, {
    ...common,
    status: 201,
    body: ScimBody,
    bodyLimit,
    operationId: `scimCreate${name}`,
    summary: `Create a ${noun}`,
    ...(type.created !== undefined && { description: type.created }),
    handler: async ({ caller, body }, reply) => {
      const plan = read(body as Body);
      return sendCreated(reply, view(await inTransaction((tx) => create(tx, caller, plan))));
    },
  });

  route(`PUT /scim/v2/${name}s/:id`, {
    ...common,
    body: ScimBody,
    bodyLimit,
    failures,
    operationId: `scimReplace${name}`,
    summary: `Replace a ${noun}`,
    description: type.replaced,
    handler: (request, reply) => {
      const plan = read(request.body as Body);
      return saveChange(request, reply, () => plan);
    },
  });

  route(`PATCH /scim/v2/${name}s/:id`, {
    ...common,
    body: ScimPatch,
    bodyLimit,
    failures,
    operationId: `scimPatch${name}`,
    summary: `Change attributes of a ${noun}`,
    handler: (request, reply) =>
      saveChange(request, reply, (current) => read(patch(current, request.body as Body))),
  });

  write(`DELETE /scim/v2/${name}s/:id`, {
    access: 'scim',
    status: 204,
    operationId: `scimDelete${name}`,
    summary: `Delete a ${noun}`,
    handler: (tx, request) => remove(tx, request.caller, idIn(request.params, name)),
  });
}

function registerDiscovery({ route }: Routes, baseUrl: string): void {
  route('GET /scim/v2/ServiceProviderConfig', {
    ...common,
    operationId: 'scimGetServiceProviderConfig',
    summary: 'Get what this server supports of SCIM',
    handler: (_, reply) => send(reply, serviceProviderConfig(baseUrl)),
  });

  const described = [
    ['ResourceTypes', 'ResourceType', resourceTypes(baseUrl)],
    ['Schemas', 'Schema', schemaList(baseUrl)],
  ] as const;
  for (const [path, name, resources] of described) {
    route(`GET /scim/v2/${path}`, {
      ...common,
      operationId: `scimList${path}`,
      summary: `List the ${path === 'Schemas' ? 'schemas' : 'types'} of resources`,
      handler: (_, reply) => sendList(reply, { total: resources.length, resources }, {}),
    });

    route(`GET /scim/v2/${path}/:id`, {
      ...common,
      operationId: `scimGet${name}`,
      summary: `Get a ${path === 'Schemas' ? 'schema' : 'type'} of resources`,
      handler: ({ params }, reply) => {
        const { id } = params as { id: string };
        const known: readonly { id: string }[] = resources;
        return send(
          reply,
          found(
            known.find((each) => each.id === id),
            name,
            id,
          ),
        );
      },
    });
  }
}

const send = (reply: FastifyReply, body: object) =>
  reply.type(`${mediaType}; charset=utf-8`).serializer(JSON.stringify).send(body);

/** An id that is no number is the id of nothing. */
function idIn(params: unknown, kind: string): number {
  const { id } = params as { id: string };
  return found(idOf(id), kind, id);
}

const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

function sendList(
  reply: FastifyReply,
  { total, resources }: { total: number; resources: readonly object[] },
  query: Partial<ScimQuery>,
) {
  return send(reply, {
    schemas: [listUrn],
    totalResults: total,
    startIndex: pageOf(query).offset + 1,
    itemsPerPage: resources.length,
    Resources: resources.map((each) => selectAttributes(each as Resource, query)),
  });
}

function sendResource(request: FastifyRequest, reply: FastifyReply, resource: Resource) {
  const { version } = resource.meta;
  void reply.header('etag', version);
  if (request.method === 'GET' && isUnchanged(request.headers['if-none-match'], version)) {
    return reply.code(304).send();
  }
  return send(reply, selectAttributes(resource, (request.query ?? {}) as ScimQuery));
}

const sendCreated = (reply: FastifyReply, resource: Resource) =>
  send(
    reply.header('location', resource.meta.location).header('etag', resource.meta.version),
    resource,
  );

/** Whether the client has the version that it read, or does not care. */
function isCurrent({ headers }: FastifyRequest, { meta }: Resource): boolean {
  const given = headers['if-match'];
  return given === undefined || isUnchanged(given, meta.version);
}

/** Displayed names are one attribute here, so a change of either is a change of both. */
function patchUser(resource: ReturnType<typeof viewUser>, body: Body): Body {
  const patched = applyPatch(resource, body) as Body & { name?: { formatted?: unknown } };
  const [before, after] = [resource.name as { formatted?: unknown }, patched.name];
  if (patched.displayName !== (resource as Body).displayName) return patched;
  if (after?.formatted === before.formatted) return patched;
  return { ...patched, displayName: after?.formatted };
}
