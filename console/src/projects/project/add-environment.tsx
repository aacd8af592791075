import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Setting } from '../../../../server/approvals/protection/schema.ts';
import type { DefaultStrategy } from '../../../../server/flags/strategies/schema.ts';
import type { ProjectEnvironments } from '../../../../server/projects/environments/schema.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts as shared } from '../../ui/texts.ts';
import type { Wire } from '../../wire.ts';
import { texts as all } from '../texts.ts';
import { addEnvironment, projectEnvironmentsQuery, projectKey, removeEnvironment } from './api.ts';

const texts = all.project.environments;

type Visible = Omit<Wire<typeof ProjectEnvironments>['environments'][number], 'defaultStrategy'>;

/** An environment with its settings in the project. */
export type ProjectEnvironment = Visible & {
  defaultStrategy: DefaultStrategy | undefined;
  setting: Setting | undefined;
};

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
