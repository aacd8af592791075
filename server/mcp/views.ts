import { type Context, linkTo } from './tool.ts';

/** Responses of the API without what a model does not need. */

// biome-ignore lint/suspicious/noExplicitAny: the schema of the route defines the response.
type Body = any;

/** A filter for one value, which may contain commas. */
export const isFilter = (value: string) => `IS:"${value.replaceAll('"', '""')}"`;

export const viewFoundFlag = (flag: Body) => ({
  name: flag.name,
  project: flag.project,
  type: flag.type,
  ...(flag.description && { description: flag.description }),
  ...(flag.stale && { stale: flag.potentiallyStale ? 'past the lifetime of its type' : 'marked' }),
  ...(flag.archivedAt && { archivedAt: flag.archivedAt }),
  createdAt: flag.createdAt,
  stage: flag.lifecycle?.stage,
  tags: flag.tags.map(({ type, value }: Body) => `${type}:${value}`),
  environments: flag.environments.map(({ name, enabled, lastSeenAt, yes, no }: Body) => ({
    name,
    enabled,
    lastSeenAt,
    evaluationsLastHour: yes + no,
  })),
});

export const viewFlag = (flag: Body) => ({
  name: flag.name,
  project: flag.project,
  type: flag.type,
  description: flag.description,
  stale: flag.stale,
  createdAt: flag.createdAt,
  createdBy: flag.createdBy?.name,
  ...(flag.archived && { archivedAt: flag.archivedAt }),
  lifecycle: flag.lifecycle,
  impressionData: flag.impressionData,
  tags: flag.tags,
  dependencies: flag.dependencies,
  children: flag.children,
  links: flag.links,
  environments: flag.environments.map((environment: Body) => ({
    name: environment.name,
    type: environment.type,
    enabled: environment.enabled,
    lastSeenAt: environment.lastSeenAt,
    strategies: environment.strategies,
    variants: environment.variants,
  })),
});

export const viewEvent = (details: boolean) => (event: Body) => ({
  id: event.id,
  createdAt: event.createdAt,
  type: event.type,
  createdBy: event.createdBy,
  project: event.project,
  environment: event.environment,
  flag: event.featureName,
  summary: event.summary,
  ...(event.via && { via: event.via }),
  ...(details && { before: event.preData, after: event.data }),
});

/** The costliest flags; a project may have thousands. */
const costsMax = 50;

export const viewHealth = (insight: Body, status: Body) => ({
  health: insight.health,
  totalFlags: insight.totalFlags,
  // One of each week.
  history: insight.days.filter(
    (_: unknown, at: number) => (insight.days.length - 1 - at) % 7 === 0,
  ),
  costs: insight.costs.slice(0, costsMax),
  moreCosts: Math.max(0, insight.costs.length - costsMax),
  lifecycle: status.lifecycleSummary,
  notes: insight.notes,
});

export const viewRequest = (context: Context) => (request: Body) => ({
  id: request.id,
  title: request.title,
  state: request.state,
  project: request.project,
  environment: request.environment,
  flags: request.features.map((flag: Body) => flag.name ?? flag),
  createdBy: request.createdBy.username,
  createdAt: request.createdAt,
  link: linkTo(context, request.project, `change-requests/${request.id}`),
});

/** Of each flag, so many of the contexts whose result changes. */
const effectsMax = 3;
const flagsMax = 20;

export const viewPreview = ({ applicable, reason, features, segments, evaluation }: Body) => ({
  applicable,
  ...(reason && { reason }),
  flags: features,
  ...(segments.length > 0 && { segments }),
  ...(evaluation && {
    evaluatedContexts: evaluation.contexts.length,
    flagsNotEvaluated: evaluation.leftOut,
    effects: evaluation.features.slice(0, flagsMax).map((flag: Body) => ({
      flag: flag.name,
      environment: flag.environment,
      changedContexts: flag.results.length,
      examples: flag.results.slice(0, effectsMax).map(({ context, before, after }: Body) => ({
        context: evaluation.contexts[context],
        before,
        after,
      })),
    })),
  }),
});
