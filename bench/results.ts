import type { Size } from './pennon.ts';
import type { Measured } from './statistics.ts';

/** What a run leaves behind, as JSON; table, plots and document are made from nothing else. */
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
};

export type Machine = {
  cpu: string;
  cores: number;
  memoryGb: number;
  system: string;
  load: number;
};

/** A scenario and what each server made of it; null where there is nothing to say. */
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

export const ratioToPeer = ({ pennon, peer }: Comparison) =>
  pennon === null || peer === null ? null : pennon.rate / peer.rate;

export const ratioToLimit = ({ pennon, limit }: Comparison) =>
  pennon === null || limit === null ? null : pennon.rate / limit.rate;
