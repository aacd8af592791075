import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { labelOf } from '../../ui/person.tsx';
import { MultiPicker } from '../../ui/picker.tsx';
import { reviewersQuery, setReviewers } from '../change-requests/api.ts';
import { writersOf } from '../people.ts';
import { texts } from '../texts.tsx';

const text = texts.changeRequest.reviewers;

type Props = { request: ChangeRequest; onClose: () => void };

/** Chooses the requested reviewers. */
export default function ReviewersForm({ request, onClose }: Props) {
  const { project, environment, id, requestedReviewers } = request;
  const writers = writersOf(request);
  const eligible = useQuery(reviewersQuery(project, environment)).data?.reviewers ?? [];
  const before = requestedReviewers.map((each) => String(each.id));
  const form = useForm({ initialValues: { reviewers: before } });
  const chosen = form.values.reviewers;
  return (
    <FormFrame
      small
      action={text.save}
      form={form}
      send={({ reviewers }) => setReviewers({ projectId: project, id }, reviewers.map(Number))}
      invalidates={[['change-requests']]}
      onClose={onClose}
    >
      <MultiPicker
        label={text.label}
        nothingFoundMessage={text.noMatch}
        data={eligible
          .filter((each) => !writers.includes(each.id) || chosen.includes(String(each.id)))
          .map((each) => ({ value: String(each.id), label: labelOf(each) }))}
        {...form.getInputProps('reviewers')}
      />
    </FormFrame>
  );
}
