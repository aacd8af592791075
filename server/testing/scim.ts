import { expect } from 'vitest';
import { hashSecret, randomSecret } from '../identity/api-tokens/secret.ts';
import type { Db } from '../platform/db/open.ts';
import { unique } from './a.ts';
import type { CallOptions, Method, TestApp } from './app.ts';

const token = `scim:${randomSecret()}`;

/** Enables SCIM with one token for all tests of a process. */
export async function aScimToken(db: Db): Promise<string> {
  await db
    .updateTable('sign_in_settings')
    .set({ scim_enabled: true, scim_token_hash: hashSecret(token) })
    .execute();
  return token;
}

/** Marks this user, and no other, as created by SCIM. */
export async function onlyByScim(db: Db, userId: number): Promise<void> {
  await db.updateTable('scim_users').set({ created_by_scim: false }).execute();
  await db.insertInto('scim_users').values({ user_id: userId, created_by_scim: true }).execute();
}

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';

export const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

/** Calls below /scim/v2, and builders that use them. */
export function scimClient({ call }: TestApp, token: string) {
  const type = { 'content-type': 'application/scim+json' };
  const scim = async (method: Method, path: string, body?: object, options: CallOptions = {}) =>
    call(method, `/scim/v2/${path}`, {
      token: `Bearer ${token}`,
      ...options,
      headers: { ...type, ...options.headers },
      ...(body && { body: JSON.stringify(body) }),
    });

  async function aScimUser(input: object = {}) {
    const userName = `${unique('ann')}@example.com`;
    const { status, body } = await scim('POST', 'Users', {
      schemas: [userUrn],
      userName,
      externalId: unique('ext'),
      displayName: 'Ann Lee',
      name: { givenName: 'Ann', familyName: 'Lee' },
      active: true,
      emails: [{ value: userName, type: 'work', primary: true }],
      ...input,
    });
    expect([status, body.detail]).toEqual([201, undefined]);
    return body;
  }

  async function aScimGroup(members: { id: string }[] = []) {
    const { status, body } = await scim('POST', 'Groups', {
      displayName: unique('group'),
      members: members.map(({ id: value }) => ({ value })),
    });
    expect([status, body.detail]).toEqual([201, undefined]);
    return body;
  }

  return { scim, aScimUser, aScimGroup };
}
