import type { InTransaction } from '../../events/record.ts';
import type { SdkToken } from '../../platform/caller.ts';
import { unavailable } from '../../platform/errors.ts';
import { saveSightings } from '../applications/commands.ts';
import { type Sighting, sightingKey } from '../applications/rules.ts';
import { saveReports } from './commands.ts';
import { byPlace, type Entry, entriesOf, hourOf, momentOf, type Report, scopeOf } from './rules.ts';
import type { BulkMetrics, ClientMetrics, ClientRegistration } from './schema.ts';

export type Intake = {
  addMetrics: (token: SdkToken, metrics: ClientMetrics) => void;
  addBulk: (token: SdkToken, bulk: BulkMetrics) => void;
  register: (token: SdkToken, registration: ClientRegistration) => void;
  /** Writes what is there now; what cannot be written stays for the next time. */
  flush: () => Promise<void>;
  /** Writes the last of it and ends. */
  close: () => Promise<void>;
};

type Parts = {
  inTransaction: InTransaction;
  now: () => number;
  flushMs: number;
  /** Counts of older hours are not kept, so they are not taken either. */
  keepHours: number;
  onTrouble: (error: unknown) => void;
};

/** Counts of one application in one hour, by flag, with the token's scope. */
type Sheet = Pick<Report, 'application' | 'environment' | 'hour' | 'scope'> & {
  counts: Map<string, Tally>;
};

type Tally = Pick<Report, 'yes' | 'no' | 'seenAt'> & { variants: Map<string, number> | undefined };

/** Rows in a transaction: about 30 ms of locks on PostgreSQL. */
const batchSize = 1000;
/** About 60 MB; beyond it, reports are refused until the database has taken some. */
const heldMax = 200_000;

/**
 * Gathers what SDKs report and writes it together, so that a post costs no statement. It is written
 * when the first of it is so old, and when the server stops; a crash loses what was gathered since.
 */
export function createIntake({ inTransaction, now, flushMs, keepHours, onTrouble }: Parts): Intake {
  let sheets = new Map<string, Sheet>();
  let sightings = new Map<string, Sighting>();
  let held = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const assertRoom = () => {
    if (held < heldMax) return;
    throw unavailable('Too much usage was reported. Try again in a minute.');
  };
  const plan = () => {
    if (timer !== undefined || closed) return;
    timer = setTimeout(() => void flush().catch(onTrouble), flushMs).unref();
  };

  const sheetOf = ({ scope, environment, application, hour }: Omit<Sheet, 'counts'>): Sheet => {
    const key = `${scope}\n${environment}\n${hour}\n${application}`;
    const known = sheets.get(key);
    if (known) return known;
    const sheet = { scope, environment, application, hour, counts: new Map() };
    sheets.set(key, sheet);
    return sheet;
  };
  const tallyOf = ({ counts }: Sheet, flag: string): Tally => {
    const known = counts.get(flag);
    if (known) return known;
    held += 1;
    const tally = { yes: 0, no: 0, variants: undefined, seenAt: 0 };
    counts.set(flag, tally);
    return tally;
  };
  const add = (tally: Tally, more: Pick<Report, 'yes' | 'no' | 'seenAt'>) => {
    tally.yes += more.yes;
    tally.no += more.no;
    tally.seenAt = Math.max(tally.seenAt, more.seenAt);
  };
  const addVariants = (tally: Tally, more: Iterable<readonly [string, number]>) => {
    for (const [variant, times] of more) {
      if (times === 0) continue;
      tally.variants ??= new Map();
      tally.variants.set(variant, (tally.variants.get(variant) ?? 0) + times);
    }
  };
  const see = (sighting: Sighting) => {
    const key = sightingKey(sighting);
    const before = sightings.get(key);
    if (!before) held += 1;
    sightings.set(key, { ...sighting, strategies: sighting.strategies ?? before?.strategies });
  };

  const addEntries = (token: SdkToken, entries: readonly Entry[]) => {
    const seenAt = now();
    const oldest = seenAt - keepHours * 3_600_000;
    const { environment } = token;
    const scope = scopeOf(token);
    let sheet: Sheet | undefined;
    for (const { flag, application, at, yes = 0, no = 0, variants } of entries) {
      if ((yes === 0 && no === 0) || at < oldest) continue;
      const hour = hourOf(at);
      // Mostly all entries of a post are of one sheet.
      if (sheet?.hour !== hour || sheet.application !== application) {
        sheet = sheetOf({ scope, environment, application, hour });
      }
      const tally = tallyOf(sheet, flag);
      add(tally, { yes, no, seenAt });
      if (variants) addVariants(tally, Object.entries(variants));
    }
    plan();
  };

  const writeAll = async () => {
    const reports = listReports(sheets).sort(byPlace);
    const seen = [...sightings.values()];
    [sheets, sightings, held] = [new Map(), new Map(), 0];
    let written = 0;
    try {
      for (; written < reports.length; written += batchSize) {
        const batch = reports.slice(written, written + batchSize);
        await inTransaction((tx) => saveReports(tx, batch));
      }
      while (seen.length > 0) {
        await inTransaction((tx) => saveSightings(tx, seen.slice(0, batchSize)));
        seen.splice(0, batchSize);
      }
    } catch (error) {
      for (const report of reports.slice(written)) {
        const tally = tallyOf(sheetOf(report), report.flag);
        add(tally, report);
        addVariants(tally, report.variants);
      }
      for (const sighting of seen) see({ ...sighting, ...sightings.get(sightingKey(sighting)) });
      plan();
      throw error;
    }
  };
  const flush = async (): Promise<void> => {
    // What is being written was gathered before; what came since needs another turn.
    await running?.catch(() => {});
    clearTimeout(timer);
    timer = undefined;
    running ??= writeAll().finally(() => {
      running = undefined;
    });
    await running;
  };

  return {
    addMetrics: (token, metrics) => {
      assertRoom();
      see(sightingOf(token, metrics, now()));
      addEntries(token, entriesOf(metrics, now()));
    },
    addBulk: (token, { applications, metrics }) => {
      assertRoom();
      const here = ({ environment }: { environment: string }) => environment === token.environment;
      for (const application of applications.filter(here)) {
        const kind = application.sdkType === 'frontend' ? 'frontend' : token.kind;
        see(sightingOf({ ...token, kind }, application, now()));
      }
      const entries = metrics.filter(here).map((metric) => ({
        flag: metric.featureName,
        application: metric.appName,
        yes: metric.yes,
        no: metric.no,
        variants: metric.variants,
        at: Math.min(metric.timestamp === undefined ? now() : momentOf(metric.timestamp), now()),
      }));
      addEntries(token, entries);
    },
    register: (token, registration) => {
      assertRoom();
      see(sightingOf(token, registration, now()));
      plan();
    },
    flush,
    close: async () => {
      closed = true;
      await flush().catch(onTrouble);
    },
  };
}

function listReports(sheets: ReadonlyMap<string, Sheet>): Report[] {
  return [...sheets.values()].flatMap(({ counts, ...sheet }) =>
    [...counts].map(([flag, { variants = noVariants, ...tally }]) => ({
      ...sheet,
      ...tally,
      flag,
      variants,
    })),
  );
}

const noVariants: ReadonlyMap<string, number> = new Map();

type Sender = {
  appName: string;
  instanceId?: string | null;
  sdkVersion?: string | null;
  strategies?: string[];
};

const sightingOf = (token: SdkToken, sender: Sender, seenAt: number): Sighting => ({
  application: sender.appName,
  environment: token.environment,
  instance: sender.instanceId || 'default',
  kind: token.kind,
  projects: token.projects,
  sdkVersion: sender.sdkVersion ?? null,
  strategies: sender.strategies,
  seenAt,
});
