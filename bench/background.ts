import { openConnection, requestBytes } from './load.ts';
import type { BackgroundLoad } from './scenarios/scenario.ts';
import type { Target } from './target.ts';

export type Background = {
  /** Sends at the rates of the loads until `run` has finished. */
  during: <T>(run: () => Promise<T>) => Promise<T>;
};

/** Continues with the next request each time, so that a change is not repeated. */
export function createBackground(target: Target, loads: readonly BackgroundLoad[]): Background {
  const starters = loads.map((load) => createSender(target, load));
  return {
    during: async (run) => {
      const running = await Promise.all(starters.map((start) => start()));
      try {
        return await run();
      } finally {
        for (const stop of running) await stop();
      }
    },
  };
}

/** One request at a time: a server that is slower than the rate gets fewer. */
function createSender(target: Target, { perSecond, as, request, status }: BackgroundLoad) {
  let sent = 0;
  const headers = { authorization: target.tokens[as] };
  return async () => {
    const connection = await openConnection(target.port);
    let sending: Promise<void> | undefined;
    let failure: Error | undefined;
    const send = async () => {
      const received = await connection.send(requestBytes({ ...request(sent++), headers }));
      if (received !== status) throw new Error(`status ${received}, expected ${status}`);
    };
    const timer = setInterval(() => {
      sending ??= send()
        .catch((error: Error) => {
          failure = error;
        })
        .finally(() => {
          sending = undefined;
        });
    }, 1000 / perSecond);
    return async () => {
      clearInterval(timer);
      await sending;
      connection.close();
      if (failure) throw new Error('The background load failed', { cause: failure });
    };
  };
}
