import { isDeepStrictEqual } from 'node:util';
import { type FieldData, planField } from '../flags/context-fields/rules.ts';
import type { NewContextField } from '../flags/context-fields/schema.ts';
import { planSegment } from '../flags/segments/rules.ts';
import type { NewSegment } from '../flags/segments/schema.ts';
import type { SegmentData } from '../flags/strategies/rules.ts';
import { planTagType } from '../flags/tag-types/rules.ts';
import type { NewTagType, TagType } from '../flags/tag-types/schema.ts';
import {
  byName,
  collectProblems,
  type Located,
  type Problem,
  type StoredSegment,
} from './rules.ts';
import type { ImportedDocument, ImportedField, ImportedSegment } from './schema.ts';

/** Context fields, tag types and segments, which flags reference; the target may have them. */
export type Definitions = {
  newFields: NewContextField[];
  newTagTypes: NewTagType[];
  newSegments: NewSegment[];
  legalValues: ReadonlyMap<string, readonly string[]>;
  tagTypes: ReadonlySet<string>;
  segments: readonly SegmentData[];
  /** Segment ids of the document to stored ids, negative for segments that the import creates. */
  segmentIds: ReadonlyMap<number, number>;
};

/** The stored definitions that the document refers to. */
export type Known = {
  project: string;
  fields: readonly FieldData[];
  legalValues: ReadonlyMap<string, readonly string[]>;
  tagTypes: readonly TagType[];
  segments: readonly StoredSegment[];
};

type Findings = { problems: Problem[]; warnings: Problem[] };

/** Existing definitions are used unchanged, missing ones are created. */
export function planDefinitions(
  document: ImportedDocument,
  known: Known,
  findings: Findings,
): Definitions {
  const newFields = planFields(document.contextFields ?? [], known, findings);
  const legalValues = new Map(
    [...known.legalValues].filter(([name, legal]) => !isDefinedIdentically(document, name, legal)),
  );
  const newTagTypes = planTagTypes(document.tagTypes ?? [], known, findings);
  return {
    newFields,
    newTagTypes,
    legalValues,
    tagTypes: new Set([...known.tagTypes, ...newTagTypes].map(({ name }) => name)),
    ...planSegments(document, { ...known, legalValues }, findings),
  };
}

/** Constraint values of such a field were checked when they were written. */
function isDefinedIdentically(
  { contextFields = [] }: ImportedDocument,
  name: string,
  legal: readonly string[],
): boolean {
  const own = contextFields.find((field) => field.name === name);
  const values = (own?.legalValues ?? []).map(({ value }) => value);
  return own !== undefined && isDeepStrictEqual(values, legal);
}

function planFields(
  rows: readonly ImportedField[],
  known: Known,
  { problems, warnings }: Findings,
): NewContextField[] {
  const stored = new Map(known.fields.map((field) => [field.name, field]));
  const list = { path: '/body/data/contextFields', member: 'name', nameOf: nameIn };
  return [...byName(rows, list, problems).values()].flatMap(({ row, path }) => {
    const { name, description, stickiness, sortOrder, legalValues } = row;
    const input = definedOf({ name, description, stickiness, sortOrder, legalValues });
    const plan = collectProblems(problems, { item: name, path }, () => planField(input));
    const before = stored.get(name);
    if (!plan || !before) return plan ? [input] : [];
    if (!isDeepStrictEqual({ ...plan, sortOrder: before.sortOrder }, before)) {
      warnings.push(differs(name, 'context field', path));
    }
    return [];
  });
}

function planTagTypes(
  rows: readonly NewTagType[],
  known: Known,
  { problems, warnings }: Findings,
): NewTagType[] {
  const stored = new Map(known.tagTypes.map((type) => [type.name, type]));
  const list = { path: '/body/data/tagTypes', member: 'name', nameOf: nameIn };
  return [...byName(rows, list, problems).values()].flatMap(({ row, path }) => {
    const plan = collectProblems(problems, { item: row.name, path }, () => planTagType(row));
    const before = stored.get(row.name);
    if (!plan || !before) return plan ? [row] : [];
    if (!isDeepStrictEqual(plan, before)) warnings.push(differs(row.name, 'tag type', path));
    return [];
  });
}

function planSegments(document: ImportedDocument, known: Known, findings: Findings) {
  const { problems } = findings;
  const rows = document.segments ?? [];
  const path = '/body/data/segments';
  byName(rows, { path, member: 'id', nameOf: ({ id }) => `segment ${id}` }, problems);
  const named = byName(rows, { path, member: 'name', nameOf: trimmedName }, problems);
  const used = new Set(document.featureStrategies.flatMap(({ segments = [] }) => segments));
  const stored = new Map(known.segments.map((segment) => [segment.name, segment]));

  const newSegments: NewSegment[] = [];
  const segmentIds = new Map<number, number>();
  for (const [name, segment] of named) {
    const before = stored.get(name);
    const { id } = segment.row;
    if (before) {
      checkStored(before, segment, known, findings);
      segmentIds.set(id, before.id);
      continue;
    }
    const input = newSegmentOf(segment, { known, used, problems });
    if (!input) continue;
    newSegments.push(input);
    segmentIds.set(id, -newSegments.length);
  }
  const created = newSegments.map(({ project = null }, index) => ({ id: -index - 1, project }));
  return { newSegments, segmentIds, segments: [...known.segments, ...created] };
}

/** A project segment becomes a segment of the target project. */
function newSegmentOf(
  { row, path }: Located<ImportedSegment>,
  { known, used, problems }: { known: Known; used: ReadonlySet<number>; problems: Problem[] },
): NewSegment | undefined {
  const { id, name, description = null, constraints } = row;
  if (constraints === undefined) {
    const message = 'The segment does not exist, and the document does not define it';
    if (used.has(id)) problems.push({ item: name, message, path: `${path}/constraints` });
    return undefined;
  }
  const project = row.project ? known.project : null;
  const input = { name, description, project, constraints };
  const fits = collectProblems(problems, { item: name, path }, () =>
    planSegment(input, known.legalValues),
  );
  return fits && input;
}

function checkStored(
  before: StoredSegment,
  { row, path }: Located<ImportedSegment>,
  known: Known,
  { problems, warnings }: Findings,
): void {
  if (before.project !== null && before.project !== known.project) {
    const message = 'A segment with this name belongs to another project';
    problems.push({ item: before.name, message, path: `${path}/name` });
    return;
  }
  const { description = null, constraints } = row;
  if (constraints === undefined) return;
  const input = { name: row.name, description, constraints };
  const plan = collectProblems([], { item: row.name, path }, () => planSegment(input, new Map()));
  const same =
    isDeepStrictEqual(plan?.constraints, before.constraints) && description === before.description;
  if (!same) warnings.push(differs(before.name, 'segment', path));
}

const differs = (item: string, kind: string, path: string): Problem => ({
  item,
  message: `The ${kind} exists with another definition, which is not changed`,
  path,
});

const nameIn = ({ name }: { name: string }) => name;
const trimmedName = ({ name }: { name: string }) => name.trim();

/** Without undefined members. */
const definedOf = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
