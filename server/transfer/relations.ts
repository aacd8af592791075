import { planDependency, sameDependency } from '../flags/dependencies/rules.ts';
import type { NewDependency } from '../flags/dependencies/schema.ts';
import { planLink } from '../flags/links/rules.ts';
import type { FlagLink } from '../flags/links/schema.ts';
import { planTag, planTags, type TagKey, withoutTags } from '../flags/tags/rules.ts';
import {
  collectProblems,
  type Located,
  type Problem,
  type StoredDependency,
  type StoredFlag,
} from './rules.ts';
import type { ImportedDependencies, ImportedLinks, ImportedTag } from './schema.ts';

export type TagChange = { added: TagKey[]; removed: TagKey[] };

/** The flag gets exactly the tags of the document. */
export function planTagChange(
  flag: string,
  rows: readonly Located<ImportedTag>[],
  { stored, types }: { stored: readonly TagKey[]; types: ReadonlySet<string> },
  problems: Problem[],
): TagChange {
  const wanted = rows.flatMap(({ row: { tagType: type = 'simple', tagValue: value }, path }) => {
    if (!types.has(type)) {
      const message = `Tag type "${type}" does not exist.`;
      problems.push({ item: flag, message, path: `${path}/tagType` });
    }
    const tag = collectProblems(problems, { item: flag, path }, () => planTag({ type, value }, ''));
    return tag ? [tag] : [];
  });
  const tags = planTags(wanted, () => '');
  return { added: withoutTags(tags, stored), removed: withoutTags(stored, tags) };
}

export type LinkChange = { added: { url: string; title: string | null }[]; removed: string[] };

/** The flag gets exactly the links of the document, in any order. */
export function planLinkChange(
  flag: string,
  entry: Located<ImportedLinks> | undefined,
  stored: readonly FlagLink[],
  problems: Problem[],
): LinkChange {
  const surplus = [...stored];
  const added = (entry?.row.links ?? []).flatMap(({ url, title = null }, index) => {
    const path = `${entry?.path}/links/${index}`;
    const link = collectProblems(problems, { item: flag, path }, () => planLink({ url, title }));
    if (!link) return [];
    const at = surplus.findIndex((other) => other.url === link.url && other.title === link.title);
    if (at < 0) return [link];
    surplus.splice(at, 1);
    return [];
  });
  return { added, removed: surplus.map(({ id }) => id) };
}

/** The parent to remove, and the dependency to add. */
export type DependencyChange = { removed?: string; added?: NewDependency };

/** The dependencies of the document and the stored ones. */
export type DependencyContext = {
  project: string;
  entries: ReadonlyMap<string, Located<ImportedDependencies>>;
  /** Stored dependencies by child. */
  parents: ReadonlyMap<string, StoredDependency>;
  /** Stored dependencies by parent. */
  children: ReadonlyMap<string, readonly StoredDependency[]>;
  /** Flags of the document, without those that are skipped. */
  imported: ReadonlySet<string>;
  stored: ReadonlyMap<string, StoredFlag>;
};

export function planDependencyChange(
  child: string,
  context: DependencyContext,
  problems: Problem[],
): DependencyChange | undefined {
  const before = context.parents.get(child);
  const entry = context.entries.get(child);
  const [row] = entry?.row.dependencies ?? [];
  if (!row || !entry) return before && { removed: before.parent };
  const path = `${entry.path}/dependencies/0`;
  const obstacle = findObstacle(child, row.feature, context);
  if (obstacle !== undefined) {
    problems.push({ item: child, message: obstacle, path: `${path}/feature` });
    return undefined;
  }
  const wanted = collectProblems(problems, { item: child, path }, () => planDependency(row));
  if (!wanted || sameDependency(wanted, before)) return undefined;
  const { parent, enabled, variants } = wanted;
  const added = { feature: parent, enabled, variants };
  return before && before.parent !== parent ? { removed: before.parent, added } : { added };
}

/** After the import, no flag may be both a child and a parent. */
function findObstacle(
  child: string,
  parent: string,
  context: DependencyContext,
): string | undefined {
  if (child === parent) return 'A flag cannot depend on itself';
  const stored = context.stored.get(parent);
  const isActive = stored?.project === context.project && stored.archivedAt === null;
  if (!context.imported.has(parent) && !isActive) {
    return `Flag "${parent}" is not an active flag of the project or the document`;
  }
  if (parentOf(parent, context) !== undefined) {
    return `Flag "${parent}" depends on another flag, so no flag can depend on it`;
  }
  const children = context.children.get(child) ?? [];
  const remaining = children.find((it) => parentOf(it.child, context) === child);
  return (
    remaining && `Flag "${remaining.child}" depends on this one, so it cannot depend on another`
  );
}

const parentOf = (
  flag: string,
  { entries, parents, imported }: DependencyContext,
): string | undefined =>
  imported.has(flag) ? entries.get(flag)?.row.dependencies[0]?.feature : parents.get(flag)?.parent;
