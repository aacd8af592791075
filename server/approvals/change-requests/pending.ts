import { type KeptAnswer, keepAnswers, type MadeAnswer } from '../../platform/cache/kept.ts';
import type { DataState } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { notFound } from '../../platform/errors.ts';
import { speakOf } from '../previews/queries.ts';
import { findSurroundings } from '../previews/surroundings.ts';
import { listHappenings, listPendingOfFlag } from './queries.ts';
import {
  type Concern,
  concernOf,
  flagsInNewChanges,
  type RequestRow,
  type Touched,
  touchedBy,
} from './rules.ts';
import { type Backdrop, findBackdrop, showBefore } from './showing.ts';

/** At about 11 kB each. */
const answersBytesMax = 32 * 1024 * 1024;

/** What is kept of an answer to make the next one from, as a multiple of its text. */
const heldPerByte = 3;

export type PendingList = (asOf: DataState, project: string, flag: string) => Promise<KeptAnswer>;

/**
 * The pending requests of a flag; kept while nothing happens to what they are about, and after that
 * only what it happened to is read again.
 */
export function keepPendingLists(db: Db): PendingList {
  const answers = keepAnswers(answersBytesMax);

  return (asOf, project, flag) =>
    answers.recall(JSON.stringify([project, flag]), stateOf(asOf), async () => {
      const place = { project, flag };
      return makeList(db, place, await readAll(db, place));
    });
}

type Place = { project: string; flag: string };

/** All that a list is made from. */
type Sources = { requests: readonly RequestRow[]; backdrop: Backdrop };

async function makeList(db: Db, place: Place, sources: Sources): Promise<MadeAnswer> {
  const shown = await showBefore(db, sources.requests, sources.backdrop);
  const body = Buffer.from(JSON.stringify(shown));
  const concern = concernOf(place, sources.requests, sources.backdrop.around);
  const list: MadeAnswer = {
    body,
    heldBytes: heldPerByte * body.length,
    renewed: async (before, now) => {
      const touched = await findTouched(db, concern, partsOf(before), partsOf(now));
      if (!touched) return undefined;
      return isNothing(touched)
        ? list
        : makeList(db, place, await readAgain(db, place, sources, touched));
    },
  };
  return list;
}

async function readAll(db: Db, place: Place): Promise<Sources> {
  const requests = await readRequests(db, place);
  return { requests, backdrop: await findBackdrop(db, requests) };
}

/** What something happened to is read again, and the rest taken over. */
async function readAgain(
  db: Db,
  place: Place,
  { requests: before, backdrop }: Sources,
  touched: Touched,
): Promise<Sources> {
  const { around } = backdrop;
  const requests = await readRequestsAgain(db, place, before, touched);
  const doubtful = new Set([...touched.flags, ...flagsInNewChanges(before, requests)]);
  if (requests !== before || touched.peopleOrSegments) {
    return { requests, backdrop: await findBackdrop(db, requests, { around, doubtful }) };
  }
  const renewed = await findSurroundings(db, requests, { around, doubtful });
  return { requests, backdrop: { ...backdrop, around: renewed } };
}

async function readRequestsAgain(
  db: Db,
  place: Place,
  before: readonly RequestRow[],
  { flags, requests, anyRequest }: Touched,
): Promise<readonly RequestRow[]> {
  // A flag that was touched itself may have left the project, and its list with it.
  if (anyRequest || flags.includes(place.flag)) return readRequests(db, place);
  if (requests.length === 0) return before;
  const untouched = before.filter(({ id }) => !requests.includes(id));
  const read = await readRequests(db, place, requests);
  return [...untouched, ...read].sort((one, other) => one.id - other.id);
}

async function readRequests(
  db: Db,
  place: Place,
  among?: readonly number[],
): Promise<RequestRow[]> {
  const found = await listPendingOfFlag(db, place, among);
  if (!found) throw notFound(`Flag ${place.flag}`);
  return found;
}

const isNothing = ({ flags, requests, anyRequest, peopleOrSegments }: Touched) =>
  flags.length === 0 && requests.length === 0 && !anyRequest && !peopleOrSegments;

type StateParts = { newest: number; said: number };

async function findTouched(
  db: Db,
  concern: Concern,
  before: StateParts,
  { newest, said }: StateParts,
): Promise<Touched | undefined> {
  const happenings = await listHappenings(db, concern, { since: before.newest, newest });
  const touched = happenings && touchedBy(happenings);
  if (!touched) return undefined;
  return {
    ...touched,
    requests: (await areAbout(db, concern, touched.requests)) ? touched.requests : [],
    anyRequest: touched.anyRequest || said !== before.said,
  };
}

/** Whether any of the requests is in the list, or may be by now, or gets in the way of it. */
async function areAbout(
  db: Db,
  { requests, flags }: Concern,
  touched: readonly number[],
): Promise<boolean> {
  if (touched.length === 0) return false;
  return touched.some((id) => requests.includes(id)) || speakOf(db, touched, flags);
}

const stateOf = ({ newestEvent, requestTalk }: DataState) => `${newestEvent}.${requestTalk}`;

function partsOf(state: string): StateParts {
  const [newest, said] = state.split('.').map(Number) as [number, number];
  return { newest, said };
}
