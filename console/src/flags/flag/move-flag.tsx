import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { moveFlag } from '../bulk/api.ts';
import { ProjectField } from '../bulk/project-field.tsx';
import { useProjectNames } from '../flags/project-name.ts';
import { texts } from './texts.ts';
import { invalidatedByFlag } from './writes.ts';

const t = texts.move;

type Props = { flag: Flag; onClose: () => void };

/** Moves the flag to another project, and goes to its page there. */
export default function MoveFlag({ flag, onClose }: Props) {
  const { name, project: from } = flag;
  const navigate = useNavigate();
  const nameOf = useProjectNames();
  const form = useForm({ initialValues: { newProjectId: '' } });
  const move = async (source: string, target: string) => {
    await moveFlag(source, name, target);
    await navigate({ href: pathTo(paths.flag, { projectId: target, featureName: name }) });
    return target;
  };
  return (
    <FormDialog
      title={t.title(name)}
      action={t.action}
      form={form}
      send={({ newProjectId }) => move(from, newProjectId)}
      invalidates={invalidatedByFlag}
      message={({ newProjectId }) => t.moved(name, nameOf(newProjectId))}
      undo={(target) => move(target, from)}
      onClose={onClose}
    >
      <ProjectField except={from} {...form.getInputProps('newProjectId')} />
    </FormDialog>
  );
}
