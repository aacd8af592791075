import { Checkbox, NumberInput, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { EnvironmentApproversNote } from '../../approvals/approvers/environment-note.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { projectKey, setChangeRequests } from './api.ts';
import type { ProjectEnvironment } from './environment-dialogs.tsx';

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
      title={`Change requests in ${name}`}
      form={form}
      send={(values) => setChangeRequests(key, values)}
      invalidates={[projectKey(projectId), ['change-request-config', projectId]]}
      message={({ changeRequestsEnabled }) =>
        changeRequestsEnabled
          ? `Changes in ${name} need approval`
          : `Changes in ${name} take effect at once`
      }
      undo={() => setChangeRequests(key, before)}
      onClose={onClose}
    >
      <Switch
        label="Changes need a change request"
        {...form.getInputProps('changeRequestsEnabled', { type: 'checkbox' })}
      />
      {form.values.changeRequestsEnabled && (
        <>
          <NumberInput
            label="Required approvals"
            description="How many people must approve a change"
            min={1}
            max={10}
            allowDecimal={false}
            {...form.getInputProps('requiredApprovals')}
          />
          <Checkbox
            label="Authors may approve what they wrote"
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
