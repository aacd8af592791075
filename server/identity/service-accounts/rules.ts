import { badData } from '../../platform/errors.ts';
import type { PersonalToken } from '../personal-tokens/schema.ts';
import { textOrNull, type UserRow, viewNames } from '../users/rules.ts';
import type { ServiceAccount } from './schema.ts';

export function viewServiceAccount(row: UserRow, tokens: PersonalToken[] = []): ServiceAccount {
  const { id, name, username, rootRole, createdAt } = row;
  const { imageUrl } = viewNames(row);
  return { id, isAPI: false, name, username, imageUrl, rootRole, createdAt, tokens };
}

/** Refuses blank text. */
export function requiredText(text: string, member: 'name' | 'username'): string {
  const trimmed = textOrNull(text, member);
  if (trimmed === null) throw badData(`"${member}" is required.`, `/body/${member}`);
  return trimmed;
}
