import type { Job } from '../../platform/jobs/runner.ts';
import type { Dispatcher } from './dispatcher.ts';

/** Looks every half second for events that integrations have not got yet. */
export const deliverEventsJob = ({ start }: Dispatcher): Job => ({
  name: 'deliver-events',
  everyMs: 500,
  run: async () => {
    await start();
    return 'done';
  },
});
