import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { isOutdated } from '../api.ts';
import { FormError } from './form-error.tsx';
import { useLeave } from './leave.tsx';
import { type Outdated, OutdatedNote } from './outdated-note.tsx';
import { type Form, type Saving, useSave } from './save.ts';
import { texts } from './texts.ts';

export type FrameProps<Values, Result> = Omit<Saving<Values, Result>, 'send'> & {
  form: Form<Values>;
  send: (values: Values, skip: boolean) => Promise<Result>;
  /** The label of the button. */
  action?: string;
  /** The label of the button that saves without approval, for those who may. */
  skip?: string | undefined;
  /** Inside a panel. */
  small?: boolean;
  /** Shown instead of the error when there is a newer version than the one that was edited. */
  outdated?: Outdated;
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
    skip,
    small = false,
    send,
    outdated,
    children,
    onClose,
    ...saving
  } = props;
  const skips = useRef(false);
  const save = useSave(form, {
    ...saving,
    send: (values) => send(values, skips.current),
    onDone: (result) => {
      form.resetDirty();
      onClose();
      saving.onDone?.(result);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap={small ? 'xs' : 'md'}>
        {children}
        {/* Beside the button that was clicked: the top of a long form may be scrolled away. */}
        {outdated && isOutdated(save.error) ? (
          <OutdatedNote {...outdated} onLoaded={save.reset} />
        ) : (
          <FormError error={save.error} values={form.getValues() as object} />
        )}
        <Buttons
          {...{ action, skip, small, onClose }}
          saving={save.isPending}
          onSkip={(skipping) => {
            skips.current = skipping;
          }}
        />
      </Stack>
    </form>
  );
}

type ButtonsProps = Pick<FrameProps<never, never>, 'action' | 'skip' | 'small' | 'onClose'> & {
  saving: boolean;
  /** Before the form is submitted. */
  onSkip: (skipping: boolean) => void;
};

/** Enter in a field presses the button of type submit, so the one that skips approval is none. */
function Buttons({ action, skip, small, saving, onSkip, onClose }: ButtonsProps) {
  const [gap, size] = small ? ['xs', 'xs'] : ['md', 'sm'];
  return (
    <Group justify="flex-end" gap={gap}>
      <Button size={size} variant="default" onClick={onClose}>
        {texts.common.cancel}
      </Button>
      {skip && (
        <Button
          size={size}
          variant="outline"
          color="red"
          disabled={saving}
          onClick={({ currentTarget }) => {
            onSkip(true);
            currentTarget.form?.requestSubmit();
          }}
        >
          {skip}
        </Button>
      )}
      <Button size={size} type="submit" loading={saving} onClick={() => onSkip(false)}>
        {action}
      </Button>
    </Group>
  );
}
