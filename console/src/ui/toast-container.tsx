import '@mantine/notifications/styles.css';
import { Box, Button, Code, Group, MantineProvider, Text } from '@mantine/core';
import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import { createRoot } from 'react-dom/client';
import { texts } from './texts.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import styles from './toast-container.module.css';
import type { Toast } from './toasts.tsx';

/** Rendered outside the pages, so that a toast outlives the page that showed it. */
let mounted = false;

function mountContainer(): void {
  if (mounted) return;
  mounted = true;
  const container = document.body.appendChild(document.createElement('div'));
  createRoot(container).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <Notifications position="bottom-right" className={styles.container ?? ''} />
    </MantineProvider>,
  );
}

const actionStyle = { size: 'compact-sm', variant: 'light', style: { flexShrink: 0 } };

export function showToast({ message, errorId, failed = false, ...action }: Toast): void {
  const { undo, link, actionMs } = action;
  mountContainer();
  const autoClose = failed ? 12_000 : (((undo ?? link) && actionMs) ?? 4000);
  const shown: NotificationData = {
    closeButtonProps: { 'aria-label': texts.toast.dismiss },
    role: failed ? 'alert' : 'status',
    color: failed ? 'red' : 'indigo',
    autoClose,
    // As under the pointer, where Mantine does it.
    onFocus: () => notifications.update({ ...shown, id, autoClose: false }),
    onBlur: () => notifications.update({ ...shown, id, autoClose }),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Box miw={0}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {message}
          </Text>
          {errorId && (
            <Text size="xs">
              {texts.error.id} <Code>{errorId}</Code>
            </Text>
          )}
        </Box>
        {link && (
          <Button
            {...actionStyle}
            component="a"
            // Relative to the base of the page, as the console may be served below a path.
            href={`.${link.path}`}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              notifications.hide(id);
              link.open();
            }}
          >
            {texts.toast.open}
          </Button>
        )}
        {undo && (
          <Button
            {...actionStyle}
            onClick={() => {
              notifications.hide(id);
              undo();
            }}
          >
            {texts.toast.undo}
          </Button>
        )}
      </Group>
    ),
  };
  const id = notifications.show(shown);
}
