import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../identity/session/api.ts';
import { Picker } from '../../ui/picker.tsx';
import { projectNamesQuery } from '../flags/api.ts';
import { useProjectNames } from '../flags/project-name.ts';
import { texts } from './texts.ts';

const t = texts.fields;

type Props = {
  value?: string;
  onChange: (project: string) => void;
  /** The project that the flag is in. */
  except?: string;
  error?: ReactNode;
};

/** The project that flags are moved to. */
export function ProjectField({ value, onChange, except, error }: Props) {
  const { may } = useMay();
  const nameOf = useProjectNames();
  const projects = (useQuery(projectNamesQuery).data?.projects ?? []).filter(
    ({ id }) => id !== except && may('MOVE_FEATURE_TOGGLE', id),
  );
  return (
    <Picker
      label={t.toProject}
      description={t.toProjectNote}
      placeholder={t.chooseProject}
      required
      allowDeselect={false}
      data={projects.map(({ id }) => ({ value: id, label: nameOf(id) }))}
      value={value || null}
      error={error}
      onChange={(project) => project && onChange(project)}
      data-autofocus
    />
  );
}
