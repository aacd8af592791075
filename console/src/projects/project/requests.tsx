import { useNavigate, useSearch } from '@tanstack/react-router';
import { RequestSearch } from '../../approvals/change-requests/page.tsx';
import { useProjectId } from './project-id.ts';

export function Page() {
  const params = useSearch({ from: '/signed-in/projects/$projectId/change-requests' });
  const navigate = useNavigate();
  return (
    <RequestSearch
      params={params}
      onChange={(search) => void navigate({ to: '.', search })}
      project={useProjectId()}
    />
  );
}
