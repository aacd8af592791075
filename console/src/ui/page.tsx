import { Anchor, Box, Breadcrumbs, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { texts } from './texts.ts';

type Crumb = { label: string; to: string };
type Props = {
  title: string;
  /** A description or count under the title. */
  note?: ReactNode;
  crumbs?: readonly Crumb[];
  /** Controls to the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of every page. */
export function Page({ title, note, crumbs = [], actions, children }: Props) {
  useTitle(title);
  return (
    <Box maw={1800} mx="auto">
      {crumbs.length > 0 && (
        <Breadcrumbs mb="xs" aria-label={texts.page.breadcrumbs} component="nav">
          {crumbs.map(({ label, to }) => (
            <Anchor key={to} component={Link} to={to} size="sm">
              {label}
            </Anchor>
          ))}
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Box miw={0}>
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {note && (
            <Text component="div" c="dimmed" size="sm">
              {note}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Pennon`;
  }, [title]);
}
