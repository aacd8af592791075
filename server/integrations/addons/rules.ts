import type { Event } from '../../audit/event-log/schema.ts';
import { eventTypes } from '../../events/types.ts';
import { badData } from '../../platform/errors.ts';
import type { Delivery } from '../deliveries/schema.ts';
import { type StoredIntegration, shownParameters } from '../integrations/rules.ts';
import type { IntegrationFilter } from '../integrations/schema.ts';
import type { KindName } from '../kinds/rules.ts';
import { kindOf } from '../kinds/rules.ts';
import type { Addon, AddonEvent, AddonInput } from './schema.ts';

/** A filter as lists; undefined without one. */
export type ListedValues = { exclude: boolean; values: readonly string[] } | undefined;
export type ListedFilter = Record<'type' | 'project' | 'environment', ListedValues>;

/** The integration as the peer shows it, which has lists instead of operators. */
export function viewAddon(stored: StoredIntegration, filter: ListedFilter): Addon {
  const { id, kind, description, enabled } = stored;
  const { type, project, environment } = filter;
  return {
    id,
    provider: kind,
    description,
    enabled,
    parameters: shownParameters(stored),
    events: type
      ? eventTypes.filter((name) => type.values.includes(name) !== type.exclude)
      : [...eventTypes],
    projects: project && !project.exclude ? [...project.values] : [],
    environments: environment && !environment.exclude ? [...environment.values] : [],
  };
}

/** Members of a stored filter that the peer does not have are kept. */
export function filterOf(
  { events, projects = [], environments = [] }: AddonInput,
  stored: IntegrationFilter = {},
): IntegrationFilter {
  if (events.length === 0) throw badData('"events" must have at least one type.', '/body/events');
  const { type: _, project: __, environment: ___, ...others } = stored;
  return {
    ...others,
    type: anyOf(events),
    ...(isEverything(projects) ? {} : { project: anyOf(projects) }),
    ...(isEverything(environments) ? {} : { environment: anyOf(environments) }),
    includeUnscoped: true,
  };
}

/** The peer has no name. */
export const nameOf = (kind: KindName, description: string | null | undefined): string =>
  description?.trim().slice(0, 100) || kindOf(kind).displayName;

export function viewAttempt(integrationId: number, delivery: Delivery, event: Event): AddonEvent {
  const { id, delivered, error, attemptedAt, status, durationMs, response } = delivery;
  const failed = delivered ? ('successWithErrors' as const) : ('failed' as const);
  return {
    id: String(id),
    integrationId,
    createdAt: attemptedAt,
    state: error === null ? 'success' : failed,
    stateDetails: error ?? `The target returned status ${status}.`,
    event,
    details: { status, durationMs, response },
  };
}

const isEverything = (values: readonly string[]) => values.length === 0 || values.includes('*');

const anyOf = (values: readonly string[]) =>
  `IS_ANY_OF:${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}`;
