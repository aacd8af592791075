import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import { viewQuery } from './api.ts';
import { viewHref } from './link.ts';

/** A link to a view opens its matches, also after its query was changed. */
export function Page() {
  const { viewId } = useParams({ from: '/signed-in/views/$viewId' });
  const { data, error, refetch } = useQuery(viewQuery(viewId));
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return data ? <Navigate to={viewHref(data)} replace /> : <PanelSkeleton />;
}
