import type { Size } from './pennon.ts';
import type { Measured } from './statistics.ts';

/** The results of a run as JSON; tables, plots and the document are derived from it. */
export type Results = {
  at: string;
  mode: string;
  commit: string;
  machine: Machine;
  versions: { node: string; database: string; pennon: string; peer: string };
  connections: number;
  size: Size;
  comparisons: Comparison[];
  growth: Growth[];
  directions: DirectionRow[];
  /** Null if not measured. */
  integrations: IntegrationResults | null;
  /** Null if not measured. */
  edge: EdgeResults | null;
};

/** An edge with many flags and streams: its start from the disk, its memory, a change to the last. */
export type EdgeResults = {
  flags: number;
  streams: number;
  startMs: number;
  memoryMb: number;
  lastMs: number;
};

type Latencies = { p50Ms: number; p99Ms: number };

/** Writes at a fixed rate, without and with integrations of which one target is dead. */
export type IntegrationResults = {
  integrations: number;
  eventsPerMinute: number;
  seconds: number;
  writesWithout: Latencies;
  writesWith: Latencies;
  /** From the record of an event to its arrival. */
  deliveryDelay: Latencies;
  /** Events that had not arrived after a minute. */
  missing: number;
};

export type Machine = {
  cpu: string;
  cores: number;
  memoryGb: number;
  system: string;
  load: number;
};

/** The results of a scenario; null where there is none. */
export type Comparison = {
  group: string;
  name: string;
  pennon: Measured | null;
  peer: Measured | null;
  limit: Measured | null;
  statements: { pennon: number | null; peer: number | null };
  /** Why a number is missing. */
  missing: string | null;
  difference: string | null;
  explanation: string | null;
};

export type Growth = {
  database: 'PostgreSQL' | 'embedded';
  name: string;
  points: { size: Size; measured: Measured }[];
};

/** A request before and after much of one kind of data was added; null where it does not exist. */
export type DirectionRow = {
  name: string;
  request: string;
  before: DirectionPoint | null;
  after: DirectionPoint | null;
};

/** The median latency, and the size of the response. */
export type DirectionPoint = { p50Ms: number; bytes: number };

export const ratioToPeer = ({ pennon, peer }: Comparison) =>
  pennon === null || peer === null ? null : pennon.rate / peer.rate;

export const ratioToLimit = ({ pennon, limit }: Comparison) =>
  pennon === null || limit === null ? null : pennon.rate / limit.rate;
