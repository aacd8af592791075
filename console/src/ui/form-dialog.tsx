import { Modal } from '@mantine/core';
import { FormFrame, type FrameProps } from './form-frame.tsx';

type Props<Values, Result> = Omit<FrameProps<Values, Result>, 'small'> & {
  title: string;
  size?: string;
};

/** A form in a dialog, which stays open until the request succeeds. */
export function FormDialog<Values, Result>(props: Props<Values, Result>) {
  const { title, size = 'md', ...frame } = props;
  return (
    <Modal opened onClose={frame.onClose} title={title} size={size}>
      <FormFrame {...frame} />
    </Modal>
  );
}
