import type {
  NewStrategyType,
  StrategyTypePatch,
} from '../../../../server/flags/custom-strategies/schema.ts';
import { call } from '../../api.ts';

export const createStrategyType = (body: NewStrategyType) =>
  call('POST /api/admin/strategies', { body });

export const updateStrategyType = (name: string, body: StrategyTypePatch) =>
  call('PUT /api/admin/strategies/:name', { params: { name }, body });

export const deleteStrategyType = (name: string) =>
  call('DELETE /api/admin/strategies/:name', { params: { name } });

export const setDeprecated = (strategyName: string, deprecated: boolean) =>
  deprecated
    ? call('POST /api/admin/strategies/:strategyName/deprecate', { params: { strategyName } })
    : call('POST /api/admin/strategies/:strategyName/reactivate', { params: { strategyName } });
