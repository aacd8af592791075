import { queryOptions } from '@tanstack/react-query';
import type {
  RecoveryCodes,
  SecondFactor,
  Secret,
  SetUp,
  WithCode,
} from '../../../../server/identity/second-factors/schema.ts';
import { call } from '../../api.ts';
import type { Wire } from '../../wire.ts';

export type Credentials = SetUp;

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call<SecondFactor>('GET /api/admin/user/second-factor', { signal }),
});

export const startSecondFactor = (body: SetUp) =>
  call<Wire<typeof Secret>>('POST /auth/second-factor/start', { body });

export const confirmSecondFactor = (body: WithCode) =>
  call<Wire<typeof RecoveryCodes>>('POST /auth/second-factor/confirm', { body });

export const removeOwnSecondFactor = (body: WithCode) =>
  call('POST /auth/second-factor/remove', { body });
