import { assertUrlFriendly } from '../flags/rules.ts';
import type { NewTagType, TagType, TagTypePatch } from './schema.ts';

export function planTagType({ name, ...rest }: NewTagType): TagType {
  assertUrlFriendly(name, '/body/name');
  return changed({ name, description: '', icon: null, color: null }, rest);
}

/** Undefined when nothing changes. */
export function patchTagType(before: TagType, patch: TagTypePatch): TagType | undefined {
  const after = changed(before, patch);
  const keys = Object.keys(after) as (keyof TagType)[];
  return keys.some((key) => after[key] !== before[key]) ? after : undefined;
}

const changed = (before: TagType, { description, icon, color }: TagTypePatch): TagType => ({
  name: before.name,
  description: description ?? before.description,
  icon: icon === undefined ? before.icon : icon,
  color: color === undefined ? before.color : color || null,
});
