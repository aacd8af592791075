import { Tabs } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type LinkTab = { value: string; label: string; to: string };

type Props = {
  label: string;
  tabs: readonly LinkTab[];
  /** The value of the shown tab. */
  shown: string;
  variant?: 'default' | 'pills';
  children: ReactNode;
};

/** Tabs that are pages of their own: each has a URL and opens in a new window like any link. */
export function LinkTabs({ label, tabs, shown, variant = 'default', children }: Props) {
  return (
    <Tabs value={shown} variant={variant} activateTabWithKeyboard={false} keepMounted={false}>
      <Tabs.List mb="md" aria-label={label}>
        {tabs.map(({ value, label: text, to }) => (
          <Tabs.Tab
            key={value}
            value={value}
            renderRoot={(props) => <Link {...props} to={to} activeOptions={{ exact: true }} />}
          >
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown}>{children}</Tabs.Panel>
    </Tabs>
  );
}
