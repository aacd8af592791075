import type { InTransaction } from '../../events/record.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Encryption } from '../../platform/encryption/encryption.ts';
import { checkPassword } from '../sessions/credentials.ts';
import { confirmSecondFactor, removeOwnSecondFactor, startSecondFactor } from './commands.ts';
import type { SetUp, WithCode } from './schema.ts';

/** What users request by password, which is checked outside the transaction. */

type Services = {
  db: Db;
  inTransaction: InTransaction;
  encryption: Encryption | undefined;
  settings: { loginFailuresMax: number };
};

export async function requestStart(services: Services, body: SetUp) {
  const check = await checkPassword(services.db, body, services.settings.loginFailuresMax);
  return services.inTransaction((tx) => startSecondFactor(tx, check, services.encryption));
}

export async function requestConfirmation(services: Services, { code, ...body }: WithCode) {
  const check = await checkPassword(services.db, body, services.settings.loginFailuresMax);
  const { encryption } = services;
  return services.inTransaction((tx) =>
    confirmSecondFactor(tx, check, { code, encryption, now: Date.now() }),
  );
}

export async function requestRemoval(services: Services, { code, ...body }: WithCode) {
  const check = await checkPassword(services.db, body, services.settings.loginFailuresMax);
  const { encryption } = services;
  return services.inTransaction((tx) =>
    removeOwnSecondFactor(tx, check, { code, encryption, now: Date.now() }),
  );
}
