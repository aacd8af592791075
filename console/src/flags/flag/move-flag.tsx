import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { moveFlag } from '../bulk/api.ts';
import { ProjectField } from '../bulk/project-field.tsx';
import { useProjectNames } from '../flags/project-name.ts';
import { texts } from './texts.ts';

const t = texts.move;

/** Not the flag itself, which is no longer in this project: its page there loads it. */
const invalidated = [['flags'], ['versions'], ['events'], ['change-requests'], ['project']];

type Props = { flag: Flag; onClose: () => void };

/** Moves the flag to another project, and goes to its page there. */
export default function MoveFlag({ flag, onClose }: Props) {
  const { name, project: from } = flag;
  const navigate = useNavigate();
  const nameOf = useProjectNames();
  const form = useForm({ initialValues: { newProjectId: '' } });
  const goTo = (projectId: string) =>
    navigate({ href: pathTo(paths.flag, { projectId, featureName: name }) });
  return (
    <FormDialog
      title={t.title(name)}
      action={t.action}
      form={form}
      send={async ({ newProjectId }) => {
        await moveFlag(from, name, newProjectId);
        return newProjectId;
      }}
      invalidates={invalidated}
      message={({ newProjectId }) => t.moved(name, nameOf(newProjectId))}
      onDone={(target) => void goTo(target)}
      undo={async (target) => {
        await moveFlag(target, name, from);
        await goTo(from);
      }}
      onClose={onClose}
    >
      <ProjectField except={from} {...form.getInputProps('newProjectId')} />
    </FormDialog>
  );
}
