import { isDeepStrictEqual } from 'node:util';
import { type FieldData, planField } from '../flags/context-fields/rules.ts';
import type { NewContextField } from '../flags/context-fields/schema.ts';
import { planSegment } from '../flags/segments/rules.ts';
import type { NewSegment } from '../flags/segments/schema.ts';
import type { SegmentData } from '../flags/strategies/rules.ts';
import { planTagType } from '../flags/tag-types/rules.ts';
import type { NewTagType, TagType } from '../flags/tag-types/schema.ts';
import { byName, noting, type Placed, type Problem, type StoredSegment } from './rules.ts';
import type { ImportedDocument, ImportedField, ImportedSegment } from './schema.ts';

/** What flags speak of and do not own: the document brings it along, the target may have it. */
export type Vocabulary = {
  newFields: NewContextField[];
  newTagTypes: NewTagType[];
  newSegments: NewSegment[];
  legalValues: ReadonlyMap<string, readonly string[]>;
  tagTypes: ReadonlySet<string>;
  segments: readonly SegmentData[];
  /** From ids of the document to ids here; those of segments to be made are negative. */
  segmentIds: ReadonlyMap<number, number>;
};

/** What the target has of all that the document names. */
export type Known = {
  project: string;
  fields: readonly FieldData[];
  legalValues: ReadonlyMap<string, readonly string[]>;
  tagTypes: readonly TagType[];
  segments: readonly StoredSegment[];
};

type Findings = { problems: Problem[]; warnings: Problem[] };

/** What exists is used as it is; what does not is to be made. */
export function planVocabulary(
  document: ImportedDocument,
  known: Known,
  findings: Findings,
): Vocabulary {
  const newFields = planFields(document.contextFields ?? [], known, findings);
  const legalValues = new Map(
    [...known.legalValues].filter(([name, legal]) => !isBrought(document, name, legal)),
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

/** By a field that the document brings itself, its values were judged when they were written. */
function isBrought(
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
  const list = { place: '/body/data/contextFields', member: 'name', nameOf: nameIn };
  return [...byName(rows, list, problems).values()].flatMap(({ row, place }) => {
    const { name, description, stickiness, sortOrder, legalValues } = row;
    const input = definedOf({ name, description, stickiness, sortOrder, legalValues });
    const plan = noting(problems, { item: name, place }, () => planField(input));
    const before = stored.get(name);
    if (!plan || !before) return plan ? [input] : [];
    if (!isDeepStrictEqual({ ...plan, sortOrder: before.sortOrder }, before)) {
      warnings.push(stays(name, 'context field', place));
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
  const list = { place: '/body/data/tagTypes', member: 'name', nameOf: nameIn };
  return [...byName(rows, list, problems).values()].flatMap(({ row, place }) => {
    const plan = noting(problems, { item: row.name, place }, () => planTagType(row));
    const before = stored.get(row.name);
    if (!plan || !before) return plan ? [row] : [];
    if (!isDeepStrictEqual(plan, before)) warnings.push(stays(row.name, 'tag type', place));
    return [];
  });
}

function planSegments(document: ImportedDocument, known: Known, findings: Findings) {
  const { problems } = findings;
  const rows = document.segments ?? [];
  const place = '/body/data/segments';
  byName(rows, { place, member: 'id', nameOf: ({ id }) => `segment ${id}` }, problems);
  const named = byName(rows, { place, member: 'name', nameOf: trimmedName }, problems);
  const used = new Set(document.featureStrategies.flatMap(({ segments = [] }) => segments));
  const stored = new Map(known.segments.map((segment) => [segment.name, segment]));

  const newSegments: NewSegment[] = [];
  const segmentIds = new Map<number, number>();
  for (const [name, segment] of named) {
    const before = stored.get(name);
    const { id } = segment.row;
    if (before) {
      judgeStored(before, segment, known, findings);
      segmentIds.set(id, before.id);
      continue;
    }
    const input = newSegmentOf(segment, { known, used, problems });
    if (!input) continue;
    newSegments.push(input);
    segmentIds.set(id, -newSegments.length);
  }
  const made = newSegments.map(({ project = null }, index) => ({ id: -index - 1, project }));
  return { newSegments, segmentIds, segments: [...known.segments, ...made] };
}

/** A segment of one project stays one: of the project that the flags come into. */
function newSegmentOf(
  { row, place }: Placed<ImportedSegment>,
  { known, used, problems }: { known: Known; used: ReadonlySet<number>; problems: Problem[] },
): NewSegment | undefined {
  const { id, name, description = null, constraints } = row;
  if (constraints === undefined) {
    const message = 'there is no such segment here, and the document does not define it';
    if (used.has(id)) problems.push({ item: name, message, path: `${place}/constraints` });
    return undefined;
  }
  const project = typeof row.project === 'string' ? known.project : null;
  const input = { name, description, project, constraints };
  const fits = noting(problems, { item: name, place }, () => planSegment(input, known.legalValues));
  return fits && input;
}

function judgeStored(
  before: StoredSegment,
  { row, place }: Placed<ImportedSegment>,
  known: Known,
  { problems, warnings }: Findings,
): void {
  if (before.project !== null && before.project !== known.project) {
    const message = 'the segment of this name belongs to another project';
    problems.push({ item: before.name, message, path: `${place}/name` });
    return;
  }
  const { description = null, constraints } = row;
  if (constraints === undefined) return;
  const input = { name: row.name, description, constraints };
  const plan = noting([], { item: row.name, place }, () => planSegment(input, new Map()));
  const same =
    isDeepStrictEqual(plan?.constraints, before.constraints) && description === before.description;
  if (!same) warnings.push(stays(before.name, 'segment', place));
}

const stays = (item: string, kind: string, path: string): Problem => ({
  item,
  message: `The ${kind} exists with another definition, which stays`,
  path,
});

const nameIn = ({ name }: { name: string }) => name;
const trimmedName = ({ name }: { name: string }) => name.trim();

/** Members that are undefined are left out. */
const definedOf = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
