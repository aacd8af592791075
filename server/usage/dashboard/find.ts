import { describeEvent } from '../../events/catalogue.ts';
import { displayNameOf, imageUrlOf } from '../../identity/users/rules.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/open.ts';
import { queryPipelined } from '../../platform/db/pipeline.ts';
import { ownerOf } from '../../projects/owners/queries.ts';
import { listOwnProjects, onboardingStatusOf } from '../../projects/projects/queries.ts';
import { healthOf } from '../../projects/projects/rules.ts';
import { completeHealth, healthStatement } from '../health/queries.ts';
import { dayOf, windowsOf } from '../health/rules.ts';
import {
  latestEventsStatement,
  listAdmins,
  listOwnerUsers,
  listOwnFlags,
  membershipStatement,
} from './queries.ts';
import type { PersonalDashboard, ProjectDashboard } from './schema.ts';

/**
 * Three statements on one connection, independent of the size of the project; one more while a past day is not
 * recorded. Undefined when the project does not exist.
 */
export async function findProjectDashboard(
  db: Db,
  caller: Caller,
  { project, now }: { project: string; now: string },
): Promise<ProjectDashboard | undefined> {
  const [[health], [membership], events] = await queryPipelined(db, [
    healthStatement(project, now),
    membershipStatement(caller, project),
    latestEventsStatement(project),
  ]);
  if (!health || !membership) return undefined;
  const { counts, past } = await completeHealth(db, health, { project, now });
  const { total, stale, potentiallyStale } = counts;
  const owners = membership.owners.map(ownerOf);
  return {
    insights: {
      ...windowsOf(past, { ...counts, day: dayOf(now) }),
      totalFlags: total,
      activeFlags: total - stale - potentiallyStale,
      staleFlags: stale,
      potentiallyStaleFlags: potentiallyStale,
      health: healthOf(counts),
    },
    onboardingStatus: onboardingStatusOf(membership.onboarding),
    latestEvents: events.map((event) => ({
      id: event.id,
      summary: describeEvent(event).summary,
      createdBy: event.createdBy,
      createdByImageUrl: imageUrlOf({
        id: event.userId ?? 0,
        username: event.username ?? event.createdBy,
        email: event.email,
      }),
      createdAt: event.createdAt,
    })),
    owners: owners.length > 0 ? owners : [{ ownerType: 'system' }],
    roles: membership.roles,
  };
}

export async function findPersonalDashboard(db: Db, caller: Caller): Promise<PersonalDashboard> {
  const [projects, flags, people, admins] = await Promise.all([
    listOwnProjects(db, caller),
    listOwnFlags(db, caller),
    listOwnerUsers(db, caller),
    listAdmins(db),
  ]);
  return {
    projects,
    flags,
    projectOwners: people.map((person) => ({
      ownerType: 'user',
      name: displayNameOf(person),
      imageUrl: imageUrlOf(person),
      email: person.email,
    })),
    admins: admins.map(({ id, name, username, email }) => ({
      id,
      ...(name === null ? {} : { name }),
      ...(username === null ? {} : { username }),
      ...(email === null ? {} : { email }),
      imageUrl: imageUrlOf({ id, username, email }),
    })),
  };
}
