import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { isOutdated } from '../api.ts';
import { FormError } from './form-error.tsx';
import { useLeave } from './leave.tsx';
import { type Form, type Saving, useSave } from './save.ts';
import { texts } from './texts.ts';

export type FrameProps<Values, Result> = Saving<Values, Result> & {
  form: Form<Values>;
  /** The label of the button. */
  action?: string;
  /** Inside a panel. */
  small?: boolean;
  /** Shown instead of the error when there is a newer version than the one that was edited. */
  outdated?: (reset: () => void) => ReactNode;
  children: ReactNode;
  onClose: () => void;
};

/** A form inside a panel. */
export function FormFrame<Values, Result>(props: FrameProps<Values, Result>) {
  const leave = useLeave({ isDirty: props.form.isDirty, onClose: props.onClose });
  return (
    <>
      <FormBody {...props} onClose={leave.close} />
      {leave.confirmation}
    </>
  );
}

/** The fields of a form with its error and buttons; it is closed when the request succeeds. */
export function FormBody<Values, Result>(props: FrameProps<Values, Result>) {
  const {
    form,
    action = texts.common.save,
    small = false,
    outdated,
    children,
    onClose,
    ...saving
  } = props;
  const [gap, size] = small ? ['xs', 'xs'] : ['md', 'sm'];
  const save = useSave(form, {
    ...saving,
    onDone: (result) => {
      form.resetDirty();
      onClose();
      saving.onDone?.(result);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap={gap}>
        {children}
        {/* Beside the button that was clicked: the top of a long form may be scrolled away. */}
        {outdated && isOutdated(save.error) ? (
          outdated(save.reset)
        ) : (
          <FormError error={save.error} values={form.getValues() as object} />
        )}
        <Group justify="flex-end" gap={gap}>
          <Button size={size} variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button size={size} type="submit" loading={save.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
