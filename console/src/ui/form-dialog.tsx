import { Dialog } from './dialog.tsx';
import { FormBody, type FrameProps } from './form-frame.tsx';
import { useLeave } from './leave.tsx';

type Props<Values, Result> = Omit<FrameProps<Values, Result>, 'small'> & {
  title: string;
  size?: string;
};

/** A form in a dialog, which stays open until the request succeeds. */
export function FormDialog<Values, Result>(props: Props<Values, Result>) {
  const { title, size = 'md', ...frame } = props;
  const leave = useLeave({ isDirty: frame.form.isDirty, onClose: frame.onClose });
  return (
    <Dialog onClose={leave.close} closeOnEscape={!leave.asking} title={title} size={size}>
      {leave.confirmation}
      <FormBody {...frame} onClose={leave.close} />
    </Dialog>
  );
}
