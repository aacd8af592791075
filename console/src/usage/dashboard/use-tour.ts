import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectNamesQuery } from '../../flags/flags/api.ts';
import { meQuery, useMay } from '../../identity/session/api.ts';
import { tourId, tourProgressQuery } from './api.ts';

/** A server with more is not new, whatever was left out. */
const newServer = { projectsMax: 3, flagsMax: 3 };

/** Whether the tour is shown: on a new server, to administrators, until it is done or dismissed. */
export function useTour() {
  const { admin } = useMay();
  const me = useQuery(meQuery).data;
  const projects = useQuery(projectNamesQuery).data?.projects;
  const flags = projects?.reduce((sum, { featureCount }) => sum + featureCount, 0) ?? 0;
  const isNew =
    projects !== undefined &&
    projects.length <= newServer.projectsMax &&
    flags <= newServer.flagsMax;
  const possible = admin && isNew && me?.splash[tourId] !== true;
  const progress = useQuery({ ...tourProgressQuery, enabled: possible }).data;
  const done = progress?.flag && progress.connected && progress.switchedOn && progress.invited;
  // Stays until it is dismissed once it was shown, so that one sees the last step ticked off.
  const [begun, setBegun] = useState(false);
  if (progress && !done && !begun) setBegun(true);
  const shown = possible && progress !== undefined && begun;
  return { shown, possible: possible && (progress === undefined || shown) };
}
