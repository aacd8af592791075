import { planDependency, sameDependency } from '../flags/dependencies/rules.ts';
import type { NewDependency } from '../flags/dependencies/schema.ts';
import { planLink } from '../flags/links/rules.ts';
import type { FlagLink } from '../flags/links/schema.ts';
import { planTag, planTags, type TagKey, withoutTags } from '../flags/tags/rules.ts';
import { noting, type Placed, type Problem, type StoredFlag, type Tie } from './rules.ts';
import type { ImportedDependencies, ImportedLinks, ImportedTag } from './schema.ts';

export type TagChange = { added: TagKey[]; removed: TagKey[] };

/** The flag gets exactly the tags of the document. */
export function planTagChange(
  flag: string,
  rows: readonly Placed<ImportedTag>[],
  { stored, types }: { stored: readonly TagKey[]; types: ReadonlySet<string> },
  problems: Problem[],
): TagChange {
  const wanted = rows.flatMap(({ row: { tagType: type = 'simple', tagValue: value }, place }) => {
    if (!types.has(type)) {
      const message = `Tag type "${type}" does not exist.`;
      problems.push({ item: flag, message, path: `${place}/tagType` });
    }
    const tag = noting(problems, { item: flag, place }, () => planTag({ type, value }, ''));
    return tag ? [tag] : [];
  });
  const tags = planTags(wanted, () => '');
  return { added: withoutTags(tags, stored), removed: withoutTags(stored, tags) };
}

export type LinkChange = { added: { url: string; title: string | null }[]; removed: string[] };

/** The flag gets exactly the links of the document; in which order they were added is no matter. */
export function planLinkChange(
  flag: string,
  entry: Placed<ImportedLinks> | undefined,
  stored: readonly FlagLink[],
  problems: Problem[],
): LinkChange {
  const left = [...stored];
  const added = (entry?.row.links ?? []).flatMap(({ url, title = null }, index) => {
    const place = `${entry?.place}/links/${index}`;
    const link = noting(problems, { item: flag, place }, () => planLink({ url, title }));
    if (!link) return [];
    const at = left.findIndex((other) => other.url === link.url && other.title === link.title);
    if (at < 0) return [link];
    left.splice(at, 1);
    return [];
  });
  return { added, removed: left.map(({ id }) => id) };
}

/** What becomes of a child's dependency: the parent to leave, and the one to depend on. */
export type TieChange = { dropped?: string; added?: NewDependency };

/** How the children of the document are tied, and how they were. */
export type Family = {
  project: string;
  entries: ReadonlyMap<string, Placed<ImportedDependencies>>;
  /** Stored ones by child, and by parent. */
  ties: ReadonlyMap<string, Tie>;
  children: ReadonlyMap<string, readonly Tie[]>;
  /** Flags that stay as they are or come with the document. */
  imported: ReadonlySet<string>;
  stored: ReadonlyMap<string, StoredFlag>;
};

export function planTieChange(
  child: string,
  family: Family,
  problems: Problem[],
): TieChange | undefined {
  const tie = family.ties.get(child);
  const entry = family.entries.get(child);
  const [row] = entry?.row.dependencies ?? [];
  if (!row || !entry) return tie && { dropped: tie.parent };
  const place = `${entry.place}/dependencies/0`;
  const obstacle = findObstacle(child, row.feature, family);
  if (obstacle !== undefined) {
    problems.push({ item: child, message: obstacle, path: `${place}/feature` });
    return undefined;
  }
  const wanted = noting(problems, { item: child, place }, () => planDependency(row));
  if (!wanted || sameDependency(wanted, tie)) return undefined;
  const { parent, enabled, variants } = wanted;
  const added = { feature: parent, enabled, variants };
  return tie && tie.parent !== parent ? { dropped: tie.parent, added } : { added };
}

/** Two generations and no more, as they will be once everything is imported. */
function findObstacle(child: string, parent: string, family: Family): string | undefined {
  if (child === parent) return 'a flag cannot depend on itself';
  const stored = family.stored.get(parent);
  const live = stored?.project === family.project && stored.archivedAt === null;
  if (!family.imported.has(parent) && !live) {
    return `there is no live flag ${parent} to depend on, neither here nor in the document`;
  }
  if (parentOf(parent, family) !== undefined) {
    return `flag ${parent} depends on another flag, so none can depend on it`;
  }
  const children = family.children.get(child) ?? [];
  const kept = children.find((tie) => parentOf(tie.child, family) === child);
  return kept && `flag ${kept.child} depends on this one, so it cannot depend on another`;
}

const parentOf = (flag: string, { entries, ties, imported }: Family): string | undefined =>
  imported.has(flag) ? entries.get(flag)?.row.dependencies[0]?.feature : ties.get(flag)?.parent;
