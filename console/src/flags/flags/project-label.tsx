import { useProjectNames } from './project-name.ts';

/** The names of projects, with their ids as a tooltip. */
export function ProjectNames({ ids }: { ids: readonly string[] }) {
  const nameOf = useProjectNames();
  return <span title={ids.join(', ')}>{ids.map((id) => nameOf(id)).join(', ')}</span>;
}

/** The name of a project, with its id as a tooltip. */
export const ProjectName = ({ id }: { id: string }) => <ProjectNames ids={[id]} />;
