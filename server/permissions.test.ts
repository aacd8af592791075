import { expect, test } from 'vitest';
import { isPermission, type Permission, typeOfPermission } from './platform/permissions.ts';
import { aGrant, aRole, aUser } from './testing/a.ts';
import type { TestResponse } from './testing/app.ts';
import type { Example, ExampleCall } from './testing/example.ts';
import { aWorld, callExample, examples, nameOf } from './testing/world.ts';

/** As the refusal of a call names it. */
type Missing = { permission: Permission; project: string | undefined; environments: string[] };

const world = await aWorld();

test('docs/permissions.md lists the permissions that each route needs', async () => {
  const rows = new Set<string>();
  for (const example of examples.filter(({ access }) => typeof access !== 'string')) {
    const permissions = await permissionsFor(example);
    if (permissions.length > 0) rows.add(`| \`${nameOf(example)}\` | ${permissions.join(', ')} |`);
  }

  const document = `${introduction}${[...rows].join('\n')}\n`;
  await expect(document).toMatchFileSnapshot('../docs/permissions.md');
});

const introduction = `# Permissions

The permission that a call needs in its project or environment, or several if it needs all of them. A call that is not listed
needs only credentials and a project that the caller may see. A call may need more for the content of its body: a change in an
environment that requires approvals needs \`SKIP_CHANGE_REQUEST\` there ([change requests](change-requests.md)).

\`GET /api/admin/permissions\` lists all permissions, and \`GET /api/admin/roles\` the roles.

| Route | Permission |
|---|---|
`;

/** Grants what a refusal names until the call is not refused. */
async function permissionsFor(example: Example): Promise<string[]> {
  const { token: _, ...call } = await example.arrange(world);
  const granted: Missing[] = [];
  const names = new Set<string>();
  for (;;) {
    const token = await aMemberWith(granted, call);
    const { missing, alternatives } = refusalOf(await callExample(world, example, call, { token }));
    const texts = missing.map(({ permission }) => `\`${permission}\``);
    for (const text of alternatives ? [texts.join(' or ')] : texts) names.add(text);
    const needed = alternatives ? missing.slice(0, 1) : missing;
    if (needed.length === 0 || needed[0]?.permission === 'ADMIN') return [...names];
    for (const each of needed) expect(granted, nameOf(example)).not.toContainEqual(each);
    granted.push(...needed);
  }
}

/** A member of the project of the call, whose roles have what is granted and nothing else. */
async function aMemberWith(granted: readonly Missing[], { params }: ExampleCall): Promise<string> {
  const { db } = world;
  const ofRoot = granted.filter(({ permission }) => typeOfPermission(permission) === 'root');
  const rootRole = await aRole(db, { type: 'root-custom', permissions: ofRoot });
  const { id: userId, token } = await aUser(db, { rootRole });
  const visible = String(params?.projectId ?? world.project);
  await aGrant(db, { project: visible, userId, role: await aRole(db) });
  for (const { permission, project = visible, environments } of granted) {
    if (ofRoot.some((it) => it.permission === permission)) continue;
    const inEach = environments.map((environment) => ({ permission, environment }));
    const permissions = inEach.length > 0 ? inEach : [{ permission }];
    await aGrant(db, { project, userId, role: await aRole(db, { permissions }) });
  }
  return token;
}

const detail =
  /^Missing permission (\w+)(?: in environment ("[^"]*"(?:, "[^"]*")*))?(?: (?:in|of) project "([^"]*)")?\.$/;

/** What a refusal names: alternatives, or permissions that are all needed. */
function refusalOf({ status, body }: TestResponse): { missing: Missing[]; alternatives: boolean } {
  if (status !== 403) return { missing: [], alternatives: false };
  const details = body.details as { message: string }[];
  const missing = details.flatMap(({ message }) => {
    const [, permission = '', quoted = '', project] = detail.exec(message) ?? [];
    const environments = [...quoted.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name);
    return isPermission(permission) ? [{ permission, project, environments }] : [];
  });
  return { missing, alternatives: body.message.includes(' or ') };
}
