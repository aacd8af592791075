import type { FastifyPluginAsync } from 'fastify';
import { changeRequestApproverRoutes } from './approvals/approvers/routes.ts';
import { changeRequestRoutes } from './approvals/change-requests/routes.ts';
import { environmentCopyRoutes } from './approvals/environment-copies/routes.ts';
import { leadTimeRoutes } from './approvals/lead-times/routes.ts';
import { changeRequestPreviewRoutes } from './approvals/previews/routes.ts';
import { changeRequestSettingRoutes } from './approvals/protection/routes.ts';
import { changeRequestReviewRoutes } from './approvals/reviews/routes.ts';
import { changeRequestScheduleRoutes } from './approvals/schedules/routes.ts';
import { eventLogRoutes } from './audit/event-log/routes.ts';
import { eventStreamRoutes } from './audit/event-stream/routes.ts';
import { auditRoutes } from './audit/proofs/routes.ts';
import { frontendRoutes } from './delivery/frontend/routes.ts';
import { ofrepRoutes } from './delivery/ofrep/routes.ts';
import { playgroundRoutes } from './delivery/playground/routes.ts';
import { sdkRoutes } from './delivery/sdk/routes.ts';
import { sdkChangeRoutes } from './delivery/streaming/routes.ts';
import { archiveRoutes } from './flags/archive/routes.ts';
import { contextFieldRoutes } from './flags/context-fields/routes.ts';
import { strategyRoutes } from './flags/custom-strategies/routes.ts';
import { defaultStrategyRoutes } from './flags/default-strategies/routes.ts';
import { dependencyRoutes } from './flags/dependencies/routes.ts';
import { favoriteRoutes } from './flags/favorites/routes.ts';
import { flagCreatorRoutes } from './flags/flag-creators/routes.ts';
import { flagMoveRoutes } from './flags/flag-moves/routes.ts';
import { flagTypeRoutes } from './flags/flag-types/routes.ts';
import { flagRoutes } from './flags/flags/routes.ts';
import { linkRoutes } from './flags/links/routes.ts';
import { projectChangeRoutes } from './flags/project-changes/routes.ts';
import { segmentRoutes } from './flags/segments/routes.ts';
import { targetingRoutes } from './flags/strategies/routes.ts';
import { tagTypeRoutes } from './flags/tag-types/routes.ts';
import { tagRoutes } from './flags/tags/routes.ts';
import { variantRoutes } from './flags/variants/routes.ts';
import { versionRoutes } from './flags/versions/routes.ts';
import { comparisonRoutes } from './history/comparison/routes.ts';
import { restoreRoutes } from './history/restore/routes.ts';
import { accessRoutes } from './identity/access/routes.ts';
import { tokenRoutes } from './identity/api-tokens/routes.ts';
import { clientLoginRoutes } from './identity/client-logins/routes.ts';
import { edgeRoutes } from './identity/edge/routes.ts';
import { groupRoutes } from './identity/groups/routes.ts';
import { inactiveUserRoutes } from './identity/inactive-users/routes.ts';
import { invitationRoutes } from './identity/invitations/routes.ts';
import { oidcRoutes } from './identity/oidc/routes.ts';
import { passwordLinkRoutes } from './identity/password-links/routes.ts';
import { personalTokenRoutes } from './identity/personal-tokens/routes.ts';
import { preferenceRoutes } from './identity/preferences/routes.ts';
import { profileRoutes } from './identity/profiles/routes.ts';
import { projectAccessRoutes } from './identity/project-access/routes.ts';
import { scimRoutes } from './identity/scim/routes.ts';
import { scimSettingRoutes } from './identity/scim-settings/routes.ts';
import { secondFactorRoutes } from './identity/second-factors/routes.ts';
import { serviceAccountRoutes } from './identity/service-accounts/routes.ts';
import { sessionRoutes } from './identity/sessions/routes.ts';
import { userRoutes } from './identity/users/routes.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { settingRoutes } from './installation/settings/routes.ts';
import { statisticsRoutes } from './installation/statistics/routes.ts';
import { telemetryRoutes } from './installation/telemetry/routes.ts';
import { addonRoutes } from './integrations/addons/routes.ts';
import { deliveryRoutes } from './integrations/deliveries/routes.ts';
import { integrationRoutes } from './integrations/integrations/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { environmentRoutes } from './projects/environments/routes.ts';
import { projectRoutes } from './projects/projects/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { declarationRoutes } from './transfer/declarations/routes.ts';
import { transferRoutes } from './transfer/routes.ts';
import { importRunRoutes } from './unleash/runs/routes.ts';
import { applicationDetailRoutes } from './usage/application-details/routes.ts';
import { applicationRoutes } from './usage/applications/routes.ts';
import { codeReferenceRoutes } from './usage/code-references/routes.ts';
import { dashboardRoutes } from './usage/dashboard/routes.ts';
import { healthRoutes } from './usage/health/routes.ts';
import { insightRoutes } from './usage/insights/routes.ts';
import { lifecycleRoutes } from './usage/lifecycle/routes.ts';
import { usageRoutes } from './usage/metrics/routes.ts';
import { projectStatusRoutes } from './usage/project-status/routes.ts';
import { reportRoutes } from './usage/reports/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { viewSubscriptionRoutes } from './views/subscriptions/routes.ts';

/** The routes of each domain, a domain after those it depends on. */
export const routes: Readonly<Record<string, readonly FastifyPluginAsync<{ version: string }>[]>> =
  {
    identity: [
      tokenRoutes,
      sessionRoutes,
      oidcRoutes,
      userRoutes,
      profileRoutes,
      personalTokenRoutes,
      clientLoginRoutes,
      serviceAccountRoutes,
      accessRoutes,
      groupRoutes,
      projectAccessRoutes,
      preferenceRoutes,
      inactiveUserRoutes,
      passwordLinkRoutes,
      invitationRoutes,
      secondFactorRoutes,
      scimRoutes,
      scimSettingRoutes,
      edgeRoutes,
    ],
    projects: [environmentRoutes, projectRoutes],
    flags: [
      projectChangeRoutes,
      flagTypeRoutes,
      flagRoutes,
      flagMoveRoutes,
      archiveRoutes,
      contextFieldRoutes,
      segmentRoutes,
      strategyRoutes,
      linkRoutes,
      favoriteRoutes,
      tagTypeRoutes,
      tagRoutes,
      dependencyRoutes,
      targetingRoutes,
      variantRoutes,
      defaultStrategyRoutes,
      flagCreatorRoutes,
      versionRoutes,
    ],
    search: [searchRoutes],
    delivery: [sdkRoutes, sdkChangeRoutes, frontendRoutes, ofrepRoutes, playgroundRoutes],
    usage: [
      reportRoutes,
      usageRoutes,
      applicationRoutes,
      applicationDetailRoutes,
      lifecycleRoutes,
      dashboardRoutes,
      healthRoutes,
      insightRoutes,
      projectStatusRoutes,
      codeReferenceRoutes,
    ],
    approvals: [
      changeRequestSettingRoutes,
      changeRequestRoutes,
      changeRequestApproverRoutes,
      changeRequestReviewRoutes,
      changeRequestScheduleRoutes,
      changeRequestPreviewRoutes,
      environmentCopyRoutes,
      leadTimeRoutes,
    ],
    history: [comparisonRoutes, restoreRoutes],
    audit: [eventLogRoutes, auditRoutes, eventStreamRoutes],
    views: [viewRoutes, viewSubscriptionRoutes],
    integrations: [integrationRoutes, deliveryRoutes, addonRoutes],
    inbox: [inboxRoutes],
    transfer: [transferRoutes, declarationRoutes],
    installation: [settingRoutes, statisticsRoutes, telemetryRoutes],
    unleash: [importRunRoutes],
    mcp: [mcpRoutes],
  };
