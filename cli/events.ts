import { setTimeout as delay } from 'node:timers/promises';
import type { Event } from '../server/audit/event-log/schema.ts';
import { createBlockParser } from '../server/edge/upstream/blocks.ts';
import { spansOf } from '../server/events/catalogue/markdown.ts';
import {
  type Commands,
  print,
  type Terminal,
  UsageError,
  type Values,
} from '../server/terminal.ts';
import type { Client } from './client.ts';
import { clientCommand, type Session } from './command.ts';
import { Failure } from './failure.ts';
import { limitOption, parseLimit } from './flag-search.ts';

type Filters = Readonly<Record<string, string | undefined>>;

export const eventCommands: Commands = {
  'events tail': clientCommand({
    summary: 'Print the newest events of the event log, and those that follow',
    options: {
      follow: { type: 'boolean', short: 'f', help: 'Print further events when they are recorded' },
      since: { type: 'string', help: 'With --follow: print all events after the one with this id' },
      project: { type: 'string', help: 'Only events of this project' },
      flag: { type: 'string', help: 'Only events of this flag' },
      type: { type: 'string', help: 'Only events of this type, such as feature-created' },
      environment: { type: 'string', short: 'e', help: 'Only events of this environment' },
      limit: limitOption,
    },
    examples: [
      'pennon events tail --project checkout',
      'pennon events tail --follow --flag new-checkout',
      "pennon events tail --follow --json --since 1200 | jq -r '.type'",
    ],
    notes: () => [
      '',
      'The oldest event comes first. With --json each event is one line. --follow reconnects by itself',
      'and prints each event once.',
    ],
    run: tail,
  }),
};

async function tail(session: Session, values: Values): Promise<number> {
  const { client, terminal, json } = session;
  const filters = filtersOf(values);
  const since = values.since as string | undefined;
  if (since !== undefined && (!values.follow || !/^\d{1,15}$/.test(since))) {
    throw new UsageError('--since takes the id of an event, together with --follow.');
  }
  if (since !== undefined) return follow(session, filters, since);
  // Without filters, so that --follow starts where this search ended even if nothing matches.
  const [newest] = (await searchEvents(client, {}, 1)).events;
  const { events } = await searchEvents(client, filters, parseLimit(values));
  const before = events.filter(({ id }) => id <= (newest?.id ?? 0)).reverse();
  for (const event of before) printEvent(terminal, event, json);
  return values.follow ? follow(session, filters, String(newest?.id ?? 0)) : 0;
}

const pageSize = 1000;

async function searchEvents(client: Client, filters: Filters, limit: number) {
  const events: Event[] = [];
  for (;;) {
    const page = await client.get<{ events: Event[]; total: number }>('/api/admin/search/events', {
      ...filters,
      offset: events.length,
      limit: Math.min(pageSize, limit - events.length),
    });
    // New events move the pages, so one may come twice.
    const last = events.at(-1)?.id ?? Number.POSITIVE_INFINITY;
    events.push(...page.events.filter(({ id }) => id < last));
    if (page.events.length === 0 || events.length >= Math.min(limit, page.total)) {
      return { events, total: page.total };
    }
  }
}

const retryMs = 1000;
const retryMsMax = 30_000;
/** The server sends at least a comment every 15 seconds, so a silent connection is lost. */
const silenceMs = 60_000;
const eventLengthMax = 50_000_000;

/** Prints each event after the given one, until the process ends. */
async function follow(
  { client, terminal, json }: Session,
  filters: Filters,
  after: string,
): Promise<never> {
  let last = after;
  for (let waitMs = retryMs; ; waitMs = Math.min(2 * waitMs, retryMsMax)) {
    const stream = await connect(client, filters, last).catch((error: unknown) => {
      if (!isTemporary(error)) throw error;
      terminal.stderr.write(`${(error as Error).message} Trying again.\n`);
    });
    for await (const { id, event } of stream ?? []) {
      last = id;
      waitMs = retryMs;
      printEvent(terminal, event, json);
    }
    await delay(waitMs);
  }
}

const isTemporary = (error: unknown) =>
  error instanceof Failure &&
  (error.status === undefined || error.status === 429 || error.status >= 500);

async function connect(client: Client, filters: Filters, lastEventId: string) {
  const response = await client.open('GET', '/api/admin/search/events/stream', {
    query: { ...filters, lastEventId },
    headers: { accept: 'text/event-stream' },
  });
  return eventsOf(response);
}

/** Ends when the stream does, for whatever reason. */
async function* eventsOf({ body }: Response) {
  const parser = createBlockParser(eventLengthMax);
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  for (;;) {
    const silence = setTimeout(() => void reader?.cancel(), silenceMs);
    const chunk = await reader?.read().catch(() => undefined);
    clearTimeout(silence);
    if (!chunk || chunk.done) return;
    for (const { id, data } of parser.read(decoder.decode(chunk.value, { stream: true }))) {
      if (id !== undefined) yield { id, event: JSON.parse(data) as Event };
    }
  }
}

function printEvent(terminal: Terminal, event: Event, json: boolean): number {
  if (json) return print(terminal, JSON.stringify(event));
  const { id, createdAt, createdBy } = event;
  const text = `${createdAt}  ${createdBy}  ${sentenceOf(event)}`;
  return print(terminal, `${id}  ${text.replaceAll(/\s*\n\s*/g, ' ')}`);
}

const sentenceOf = ({ summary, type }: Event) =>
  spansOf(summary ?? type)
    .map(({ text }) => text)
    .join('');

function filtersOf(values: Values): Filters {
  const entries = { project: 'project', flag: 'feature', type: 'type', environment: 'environment' };
  return Object.fromEntries(
    Object.entries(entries)
      .filter(([option]) => typeof values[option] === 'string')
      .map(([option, filter]) => [filter, `IS:"${String(values[option]).replaceAll('"', '""')}"`]),
  );
}
