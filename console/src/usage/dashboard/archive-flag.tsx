import { useQuery } from '@tanstack/react-query';
import BulkDialog from '../../flags/bulk/dialog.tsx';
import { staleFlagsQuery } from './api.ts';

type Props = { projectId: string; name: string; onClose: () => void };

/** Confirms that one of the stale flags is archived, as for several of them. */
export default function ArchiveFlag({ projectId, name, onClose }: Props) {
  const flags = useQuery(staleFlagsQuery(projectId)).data?.filter((flag) => flag.name === name);
  if (!flags?.length) return null;
  return (
    <BulkDialog
      initial={{ kind: 'archive' }}
      flags={flags}
      onSelect={() => undefined}
      onClose={onClose}
    />
  );
}
