import { Modal, type ModalProps } from '@mantine/core';
import { useReturnFocus } from './return-focus.ts';

/** A dialog that is open while it is rendered. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useReturnFocus();
  return <Modal opened {...props} />;
}
