import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { texts as shared } from '../../ui/texts.ts';
import styles from './editor-drawer.module.css';
import { texts } from './texts.ts';

const t = texts.drawer;

type Props = {
  title: string;
  /** The label of the button. */
  action: string;
  /** Whether there are unsaved changes: then closing has to be confirmed. */
  dirty: boolean;
  saving: boolean;
  error: Error | null;
  /** Stays visible above the fields. */
  summary?: ReactNode;
  children: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The browser refuses a field, which it can only show if the field is visible. */
  onInvalid?: () => void;
  onClose: () => void;
};

/** A form in a drawer, whose buttons are always visible. */
export function EditorDrawer(props: Props) {
  const { title, action, dirty, saving, error, summary, children, onSubmit, onClose } = props;
  const leave = useLeave(dirty, onClose);
  return (
    <>
      <Drawer
        opened
        position="right"
        size="xl"
        title={title}
        classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
        closeButtonProps={{ 'aria-label': shared.common.close }}
        // Escape then belongs to the confirmation.
        closeOnEscape={!leave.asking}
        onClose={leave.close}
      >
        <form className={styles.form} onSubmit={onSubmit} onInvalidCapture={props.onInvalid}>
          {summary && <div className={styles.summary}>{summary}</div>}
          <div className={styles.fields}>{children}</div>
          <Stack className={styles.footer ?? ''} gap="xs">
            {error && <ErrorNote error={error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={leave.close}>
                {shared.common.cancel}
              </Button>
              <Button type="submit" loading={saving}>
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      </Drawer>
      {/* Mounted only now: otherwise the Escape that opens it would close it as well. */}
      {leave.asking && (
        <Confirm
          opened
          title={t.discardTitle}
          action={t.discard}
          stay={t.keep}
          onConfirm={leave.confirm}
          onClose={leave.stay}
        >
          {t.discardNote}
        </Confirm>
      )}
    </>
  );
}

/** Has to be confirmed before unsaved changes are lost, by closing or by leaving the page. */
function useLeave(dirty: boolean, onClose: () => void) {
  const [closing, setClosing] = useState(false);
  const navigation = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  return {
    asking: closing || navigation.status === 'blocked',
    close: () => (dirty ? setClosing(true) : onClose()),
    stay: () => {
      setClosing(false);
      navigation.reset?.();
    },
    confirm: async () => {
      if (navigation.status === 'blocked') navigation.proceed();
      else onClose();
    },
  };
}
