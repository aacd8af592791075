import { schemas } from './rules.ts';

const schemaUrn = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const typeUrn = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';

/** What this server supports of RFC 7644. */
export const serviceProviderConfig = (baseUrl: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 1000 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The SCIM token that an Admin generated',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${baseUrl}/ServiceProviderConfig`,
  },
});

export const resourceTypes = (baseUrl: string) =>
  (
    [
      ['User', 'Users', schemas.user],
      ['Group', 'Groups', schemas.group],
    ] as const
  ).map(([name, path, schema]) => ({
    schemas: [typeUrn],
    id: name,
    name,
    endpoint: `/${path}`,
    schema,
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  }));

export const schemaList = (baseUrl: string) =>
  [
    { id: schemas.user, name: 'User', attributes: userAttributes },
    { id: schemas.group, name: 'Group', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: [schemaUrn],
    ...schema,
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
  }));

type Attribute = { name: string; type: string } & Record<string, unknown>;

const attribute = (name: string, more: Record<string, unknown> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const reference = (name: string, mutability: string) =>
  attribute(name, {
    type: 'complex',
    multiValued: true,
    mutability,
    subAttributes: ['value', 'display', '$ref'].map((each) => attribute(each, { mutability })),
  });

const userAttributes = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('externalId', { caseExact: true }),
  attribute('displayName'),
  attribute('name', {
    type: 'complex',
    subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)),
  }),
  attribute('emails', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value'),
      attribute('type'),
      attribute('primary', { type: 'boolean' }),
    ],
  }),
  attribute('active', { type: 'boolean' }),
  reference('groups', 'readOnly'),
];

const groupAttributes = [
  attribute('displayName', { required: true, uniqueness: 'server' }),
  attribute('externalId', { caseExact: true }),
  reference('members', 'readWrite'),
];
