import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { texts as all } from '../texts.ts';
import { addEnvironment, projectEnvironmentsQuery, projectKey, removeEnvironment } from './api.ts';

const texts = all.project.environments;

export default function AddEnvironment(props: { projectId: string; onClose: () => void }) {
  const { projectId, onClose } = props;
  const all = useQuery(projectEnvironmentsQuery(projectId)).data?.environments ?? [];
  const free = all.filter(({ visible }) => !visible).map(({ name }) => name);
  const form = useForm({ initialValues: { environment: free[0] ?? '' } });
  return (
    <FormDialog
      title={texts.addTitle}
      action={texts.add}
      form={form}
      send={async ({ environment }) => {
        await addEnvironment(projectId, environment);
        return environment;
      }}
      invalidates={[projectKey(projectId), ['change-request-config', projectId]]}
      message={({ environment }) => texts.added(environment)}
      undo={(environment) => removeEnvironment(projectId, environment)}
      onClose={onClose}
    >
      <Select
        label={shared.common.environment}
        description={texts.addNote}
        allowDeselect={false}
        data={free}
        {...form.getInputProps('environment')}
      />
    </FormDialog>
  );
}
