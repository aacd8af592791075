import { Checkbox, NumberInput, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { EnvironmentApproversNote } from '../../approvals/approvers/environment-note.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts as all } from '../texts.ts';
import { type ProjectEnvironment, projectKey, setChangeRequests } from './api.ts';

const texts = all.project.environments;

type Props = { projectId: string; environment: ProjectEnvironment; onClose: () => void };

export default function ChangeRequestForm({ projectId, environment, onClose }: Props) {
  const { name, setting } = environment;
  const before = {
    changeRequestsEnabled: setting?.changeRequestEnabled ?? false,
    requiredApprovals: setting?.requiredApprovals ?? 1,
    authorMayApprove: setting?.authorMayApprove ?? false,
  };
  const form = useForm({ initialValues: before });
  const key = { projectId, environment: name };
  return (
    <FormDialog
      title={texts.changeRequestsIn(name)}
      form={form}
      send={(values) => setChangeRequests(key, values)}
      invalidates={[projectKey(projectId), ['change-request-config', projectId]]}
      message={({ changeRequestsEnabled }) =>
        changeRequestsEnabled ? texts.approvalOn(name) : texts.approvalOff(name)
      }
      undo={() => setChangeRequests(key, before)}
      onClose={onClose}
    >
      <Switch
        label={texts.needRequest}
        {...form.getInputProps('changeRequestsEnabled', { type: 'checkbox' })}
      />
      {form.values.changeRequestsEnabled && (
        <>
          <NumberInput
            label={all.environments.requiredApprovals}
            description={texts.approvalsNote}
            min={1}
            max={10}
            allowDecimal={false}
            {...form.getInputProps('requiredApprovals')}
          />
          <Checkbox
            label={texts.authorMayApprove}
            {...form.getInputProps('authorMayApprove', { type: 'checkbox' })}
          />
          <EnvironmentApproversNote
            projectId={projectId}
            environment={name}
            requiredApprovals={Number(form.values.requiredApprovals) || 1}
            authorMayApprove={form.values.authorMayApprove}
          />
        </>
      )}
    </FormDialog>
  );
}
