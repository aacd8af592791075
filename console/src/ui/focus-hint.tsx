import { Portal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './focus-hint.module.css';

/** Shows with the focus of the keyboard what a mouse gets as the tooltip of a part. */
export function FocusHint({ text, children }: { text: string; children: ReactNode }) {
  const [at, setAt] = useState<{ top: number; left: number }>();
  const hide = () => setAt(undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events are those of its parts.
    <span
      className={styles.hinted}
      onFocus={({ target, currentTarget }) => {
        if (!target.matches(':focus-visible')) return;
        const { bottom, left } = currentTarget.getBoundingClientRect();
        setAt({ top: bottom + window.scrollY, left: left + window.scrollX });
      }}
      onBlur={hide}
      onKeyDown={({ key }) => {
        if (key === 'Escape') hide();
      }}
    >
      {children}
      {at && (
        // A table cuts off what is outside of it.
        <Portal>
          <div role="tooltip" className={styles.hint} style={at}>
            {text}
          </div>
        </Portal>
      )}
    </span>
  );
}
