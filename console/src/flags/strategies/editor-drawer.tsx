import { Alert, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useLeave } from '../../ui/leave.tsx';
import { SideDialog } from '../../ui/side-dialog.tsx';
import { texts as shared } from '../../ui/texts.ts';
import styles from './editor-drawer.module.css';

type Props = {
  title: string;
  /** The label of the button. */
  action: string;
  /** The label of the button that saves without approval, for those who may. */
  skip?: string | undefined;
  /** Whether there are unsaved changes: then closing has to be confirmed. */
  dirty: boolean;
  saving: boolean;
  /** What saving does as well, above the buttons. */
  consequence?: string | undefined;
  /** Why it was not saved, above the buttons. */
  note: ReactNode;
  /** Stays visible above the fields. */
  summary?: ReactNode;
  children: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>, skip: boolean) => void;
  /** The browser refuses a field, which it can only show if the field is visible. */
  onInvalid?: () => void;
  onClose: () => void;
};

/** A form in a drawer, whose buttons are always visible. */
export function EditorDrawer(props: Props) {
  const { title, action, skip, dirty, saving, note, summary, children, onSubmit, onClose } = props;
  const skipping = useRef(false);
  const submitSkipping = (form: HTMLFormElement | null) => {
    skipping.current = true;
    form?.requestSubmit();
    skipping.current = false;
  };
  const leave = useLeave({ isDirty: () => dirty, onClose });
  return (
    <>
      <SideDialog
        size="xl"
        title={title}
        classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
        closeButtonProps={{ 'aria-label': shared.common.close }}
        // Escape then belongs to the confirmation.
        closeOnEscape={!leave.asking}
        onClose={leave.close}
      >
        <form
          className={styles.form}
          onSubmit={(event) => {
            onSubmit(event, skipping.current);
            scrollToMistake(event.currentTarget);
          }}
          onInvalidCapture={props.onInvalid}
        >
          {summary && <div className={styles.summary}>{summary}</div>}
          <div className={styles.fields}>{children}</div>
          <Footer
            {...{ action, skip, saving, note }}
            consequence={props.consequence}
            onSkip={submitSkipping}
            onClose={leave.close}
          />
        </form>
      </SideDialog>
      {leave.confirmation}
    </>
  );
}

/** To the first invalid field, once it is marked; focus would open its list over the message. */
const scrollToMistake = (form: HTMLFormElement) =>
  requestAnimationFrame(() =>
    form.querySelector('[aria-invalid=true]')?.scrollIntoView({ block: 'center' }),
  );

type FooterProps = Pick<
  Props,
  'action' | 'skip' | 'saving' | 'consequence' | 'note' | 'onClose'
> & {
  onSkip: (form: HTMLFormElement | null) => void;
};

/** Enter in a field presses the button of type submit, so the other one is none. */
function Footer({ action, skip, saving, consequence, note, onSkip, onClose }: FooterProps) {
  return (
    <Stack className={styles.footer ?? ''} gap="xs">
      {consequence && <Alert color="yellow" p="xs" title={consequence} />}
      {note}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {shared.common.cancel}
        </Button>
        {skip && (
          <Button
            variant="outline"
            color="red"
            disabled={saving}
            onClick={({ currentTarget }) => onSkip(currentTarget.form)}
          >
            {skip}
          </Button>
        )}
        <Button type="submit" loading={saving}>
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
