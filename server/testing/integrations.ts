import type { App } from '../app.ts';
import { createDispatcher, type Dispatcher } from '../integrations/deliveries/dispatcher.ts';
import { createIntegration } from '../integrations/integrations/commands.ts';
import type { StoredIntegration } from '../integrations/integrations/rules.ts';
import type { NewIntegration } from '../integrations/integrations/schema.ts';
import { systemCaller } from '../platform/caller.ts';
import type { Db } from '../platform/db/open.ts';
import { createEncryption } from '../platform/encryption/encryption.ts';
import { inTransaction } from '../transactions.ts';
import { unique } from './a.ts';
import { atEnd } from './cleanup.ts';

export const testKey = Buffer.alloc(32, 7);

/** A port on which nothing listens. */
export const refusingUrl = 'http://127.0.0.1:9/hook';

/** A webhook of the installation, or of a project. */
export async function anIntegration(
  db: Db,
  { project = null, ...input }: Partial<NewIntegration> & { project?: string | null } = {},
): Promise<StoredIntegration & { signingSecret: string | null }> {
  const encryption = createEncryption([testKey]);
  const values = {
    name: unique('integration'),
    kind: 'webhook' as const,
    encryption,
    mail: true,
    parameters: { url: refusingUrl },
    ...input,
  };
  const { stored, signingSecret } = await inTransaction(db, (tx) =>
    createIntegration(tx, systemCaller, { project }, values),
  );
  return { ...stored, signingSecret };
}

/** As in `main.ts`; a test starts it explicitly, so that nothing is sent in between. */
export function dispatcherOf(app: App, timeoutMs: number): Dispatcher {
  const { db, inTransaction, sendToIntegration: send } = app;
  const log = {
    error: (fields: object) => {
      throw new Error(`a delivery failed: ${JSON.stringify(fields)}`);
    },
  };
  const dispatcher = createDispatcher({ db, inTransaction, send, log, timeoutMs });
  atEnd(dispatcher.close);
  return dispatcher;
}

/** Starts again and again, as the job does, until the condition holds. */
export async function deliverWith(
  dispatcher: Dispatcher,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  await until(async () => {
    await dispatcher.start();
    return holds();
  });
  await dispatcher.close();
}

/** Polls until the condition holds or the test times out. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
