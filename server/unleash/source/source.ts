import type { ImportedEvent } from '../../events/queries.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** The tables that an import fills. */
export type ImportedTable = Exclude<
  keyof Tables,
  | 'migrations'
  | 'sessions'
  | 'events'
  | 'imports'
  | 'imported_ids'
  | 'imported_events'
  | 'import_runs'
>;

/** A row of a table of Pennon, with the ids that the source has. */
export type Row = Record<string, unknown>;

export type Batch = {
  rows: Partial<Record<ImportedTable, readonly Row[]>>;
  /**
   * The parents whose rows of a table are all in the batch: other stored rows of these parents are
   * deleted. `all` means that the batch has all rows of the source.
   */
  complete?: Partial<Record<ImportedTable, readonly unknown[] | 'all'>>;
  /** All ids of the source, in this batch and in others: other imported rows are deleted. */
  present?: Partial<Record<ImportedTable, readonly unknown[]>>;
};

/** What a source has and Pennon cannot store. */
export type Omission = { what: string; count?: number; reason: string };

/** The number of flags, and of the rows that `usage` and `events` return. */
export type Totals = { flags: number; usage: number; events: number };

/** How many rows of a phase are read or written; the totals of large phases are known. */
export type Progress = { phase: string; rows: number; total?: number };

/** An installation of Unleash, at one moment, in the form of Pennon's tables. */
export type Source = {
  /** The id that the installation has given itself. */
  id: string;
  name: string;
  /** Read by many requests over the network, so that it is downloaded before it is written. */
  remote: boolean;
  /** Without usage and events. What a row refers to is in the same batch or in an earlier one. */
  batches: () => AsyncIterable<Batch>;
  usage: () => AsyncIterable<Batch>;
  /** The events after the given one, in order. */
  events: (after: number) => AsyncIterable<readonly ImportedEvent[]>;
  count: (afterEvent: number) => Promise<Totals>;
  omissions: () => Promise<readonly Omission[]>;
  close: () => Promise<void>;
};

/** The source cannot be read; the message contains why and what to do. */
export class SourceError extends Error {}
