import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import { shownByFields } from './form.ts';
import { type Form, type Saving, useSave } from './save.ts';
import { texts } from './texts.ts';

type Props<Values, Result> = Saving<Values, Result> & {
  title: string;
  /** The label of the button. */
  action?: string;
  form: Form<Values>;
  size?: string;
  children: ReactNode;
  onClose: () => void;
};

/** A form in a dialog, which stays open until the request succeeds. */
export function FormDialog<Values, Result>(props: Props<Values, Result>) {
  const {
    title,
    action = texts.common.save,
    form,
    size = 'md',
    children,
    onClose,
    ...saving
  } = props;
  const save = useSave(form, {
    ...saving,
    onDone: (result) => {
      onClose();
      saving.onDone?.(result);
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          {children}
          {/* Beside the button that was clicked: the top of a long form may be scrolled away. */}
          {save.error && !shownByFields(save.error, form.getValues() as object) && (
            <ErrorNote error={save.error} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
