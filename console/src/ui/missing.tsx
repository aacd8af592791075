import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../api.ts';
import { EmptyState } from './empty-state.tsx';
import { SearchIcon } from './icons.tsx';

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

type Props = {
  title: string;
  note: string;
  /** Where it may be found instead. */
  links: readonly { label: string; to: string; search?: Record<string, string> }[];
};

/** Instead of a page about something that does not exist. */
export default function Missing({ title, note, links }: Props) {
  return (
    <EmptyState
      icon={SearchIcon}
      order={1}
      title={title}
      action={
        <Group gap="md" justify="center">
          {links.map(({ label, to, search = {} }) => (
            <Anchor key={label} renderRoot={(props) => <Link {...props} to={to} search={search} />}>
              {label}
            </Anchor>
          ))}
        </Group>
      }
    >
      {note}
    </EmptyState>
  );
}
