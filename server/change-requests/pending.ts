import type { DataState } from '../access/caller.ts';
import { type KeptAnswer, keepAnswers } from '../answers/kept.ts';
import type { Db } from '../db/open.ts';
import { notFound } from '../errors.ts';
import { showRequests } from './commands.ts';
import { isUntouched, listPendingOfFlag } from './queries.ts';
import { concernOf } from './rules.ts';

/** At about 5 kB each. */
const answersBytesMax = 16 * 1024 * 1024;

export type PendingList = (asOf: DataState, project: string, flag: string) => Promise<KeptAnswer>;

/** The pending requests of a flag; kept while nothing happens to what they are about. */
export function keepPendingLists(db: Db): PendingList {
  const answers = keepAnswers(answersBytesMax);

  return (asOf, project, flag) =>
    answers.recall(JSON.stringify([project, flag]), stateOf(asOf), async () => {
      const found = await listPendingOfFlag(db, project, flag);
      if (!found) throw notFound(`Flag ${flag}`);
      const concern = concernOf({ project, flag }, found);
      return {
        body: Buffer.from(JSON.stringify(await showRequests(db, found))),
        outlives: async (before, now) => {
          const [[since, saidBefore], [newest, said]] = [partsOf(before), partsOf(now)];
          return said === saidBefore && isUntouched(db, concern, { since, newest });
        },
      };
    });
}

const stateOf = ({ newestEvent, requestTalk }: DataState) => `${newestEvent}.${requestTalk}`;

const partsOf = (state: string) => state.split('.').map(Number) as [number, number];
