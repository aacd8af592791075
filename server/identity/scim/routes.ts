import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { found } from '../../platform/errors.ts';
import { errorResponse } from '../../platform/http/error-handler.ts';
import { isUnchanged } from '../../platform/http/etag.ts';
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
  const { route, write } = routesFor(app, { tag: 'SCIM' });
  const response = contentOf('A resource, a list of resources, or what the server supports');
  const common = { access: 'scim', response } as const;
  const body = { body: ScimBody, bodyLimit };
  const failures = versionFailure;
  const user = { view: (it: Parameters<typeof viewUser>[0]) => viewUser(it, baseUrl) };
  const group = { view: (it: Parameters<typeof viewGroup>[0]) => viewGroup(it, baseUrl) };

  route('GET /scim/v2/Users', {
    ...common,
    operationId: 'scimListUsers',
    summary: 'List users',
    description: 'Ordered by id. All users, also those that SCIM did not create.',
    querystring: ScimQuery,
    handler: async ({ query }, reply) => {
      const result = await searchUsers(app.db, userCondition(query.filter), pageOf(query));
      return sendList(reply, { ...result, resources: result.resources.map(user.view) }, query);
    },
  });

  route('GET /scim/v2/Users/:id', {
    ...common,
    operationId: 'scimGetUser',
    summary: 'Get a user',
    querystring: ScimSelection,
    handler: async (request, reply) => {
      const id = idIn(request.params, 'User');
      const resource = found(await findUserResource(app.db, id), 'User', id);
      return sendResource(request, reply, user.view(resource));
    },
  });

  route('POST /scim/v2/Users', {
    ...{ ...common, ...body, status: 201 },
    operationId: 'scimCreateUser',
    summary: 'Create a user',
    description: 'With the default role of OpenID Connect, and without a password.',
    handler: async (request, reply) => {
      const plan = readUser(request.body as Body);
      const created = await app.inTransaction((tx) =>
        createScimUser(tx, request.caller, plan, configuredRole),
      );
      return sendCreated(reply, user.view(created));
    },
  });

  route('PUT /scim/v2/Users/:id', {
    ...{ ...common, ...body, failures },
    operationId: 'scimReplaceUser',
    summary: 'Replace a user',
    description: 'A user who becomes inactive loses sessions and personal tokens immediately.',
    handler: async (request, reply) => {
      const plan = readUser(request.body as Body);
      const changed = await app.inTransaction((tx) =>
        changeScimUser(tx, request.caller, idIn(request.params, 'User'), (before) =>
          isCurrent(request, user.view(before)) ? plan : undefined,
        ),
      );
      return sendResource(request, reply, user.view(changed));
    },
  });

  route('PATCH /scim/v2/Users/:id', {
    ...{ ...common, bodyLimit, failures, body: ScimPatch },
    operationId: 'scimPatchUser',
    summary: 'Change attributes of a user',
    handler: async (request, reply) => {
      const changed = await app.inTransaction((tx) =>
        changeScimUser(tx, request.caller, idIn(request.params, 'User'), (before) => {
          const resource = user.view(before);
          if (!isCurrent(request, resource)) return undefined;
          return readUser(patchedUser(resource, request.body as Body));
        }),
      );
      return sendResource(request, reply, user.view(changed));
    },
  });

  write('DELETE /scim/v2/Users/:id', {
    ...{ access: 'scim', status: 204 },
    operationId: 'scimDeleteUser',
    summary: 'Delete a user',
    handler: (tx, request) => deleteScimUser(tx, request.caller, idIn(request.params, 'User')),
  });

  route('GET /scim/v2/Groups', {
    ...common,
    operationId: 'scimListGroups',
    summary: 'List groups',
    description: 'Ordered by id. All groups, also those that SCIM did not create.',
    querystring: ScimQuery,
    handler: async ({ query }, reply) => {
      const members = !namesOf(query.excludedAttributes).has('members');
      const page = { ...pageOf(query), members };
      const result = await searchGroups(app.db, groupCondition(query.filter), page);
      return sendList(reply, { ...result, resources: result.resources.map(group.view) }, query);
    },
  });

  route('GET /scim/v2/Groups/:id', {
    ...common,
    operationId: 'scimGetGroup',
    summary: 'Get a group',
    querystring: ScimSelection,
    handler: async (request, reply) => {
      const id = idIn(request.params, 'Group');
      const resource = found(await findGroupResource(app.db, id), 'Group', id);
      return sendResource(request, reply, group.view(resource));
    },
  });

  route('POST /scim/v2/Groups', {
    ...{ ...common, ...body, status: 201 },
    operationId: 'scimCreateGroup',
    summary: 'Create a group',
    handler: async (request, reply) => {
      const plan = readGroup(request.body as Body);
      const created = await app.inTransaction((tx) => createScimGroup(tx, request.caller, plan));
      return sendCreated(reply, group.view(created));
    },
  });

  route('PUT /scim/v2/Groups/:id', {
    ...{ ...common, ...body, failures },
    operationId: 'scimReplaceGroup',
    summary: 'Replace a group and its members',
    handler: async (request, reply) => {
      const plan = readGroup(request.body as Body);
      const changed = await app.inTransaction((tx) =>
        changeScimGroup(tx, request.caller, idIn(request.params, 'Group'), (before) =>
          isCurrent(request, group.view(before)) ? plan : undefined,
        ),
      );
      return sendResource(request, reply, group.view(changed));
    },
  });

  route('PATCH /scim/v2/Groups/:id', {
    ...{ ...common, bodyLimit, failures, body: ScimPatch },
    operationId: 'scimPatchGroup',
    summary: 'Change the name or members of a group',
    handler: async (request, reply) => {
      const changed = await app.inTransaction((tx) =>
        changeScimGroup(tx, request.caller, idIn(request.params, 'Group'), (before) => {
          const resource = group.view(before);
          if (!isCurrent(request, resource)) return undefined;
          return readGroup(applyPatch(resource, request.body as Body));
        }),
      );
      return sendResource(request, reply, group.view(changed));
    },
  });

  write('DELETE /scim/v2/Groups/:id', {
    ...{ access: 'scim', status: 204 },
    operationId: 'scimDeleteGroup',
    summary: 'Delete a group',
    handler: (tx, request) => deleteScimGroup(tx, request.caller, idIn(request.params, 'Group')),
  });

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
};

const contentOf = (description: string) => ({
  description,
  content: { [mediaType]: { schema: Type.Object({}, { additionalProperties: true }) } },
});

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
function patchedUser(resource: ReturnType<typeof viewUser>, body: Body): Body {
  const patched = applyPatch(resource, body) as Body & { name?: { formatted?: unknown } };
  const [before, after] = [resource.name as { formatted?: unknown }, patched.name];
  if (patched.displayName !== (resource as Body).displayName) return patched;
  if (after?.formatted === before.formatted) return patched;
  return { ...patched, displayName: after?.formatted };
}
