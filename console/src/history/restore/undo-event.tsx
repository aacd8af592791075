import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Event } from '../../../../server/audit/event-log/schema.ts';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { eventLabel } from '../../audit/labels/label.ts';
import { type FlagKey, flagQuery } from '../../flags/flag/api.ts';
import { undoableQuery } from '../../flags/versions/api.ts';
import { language } from '../../language.ts';
import { plainText } from '../../ui/markdown.ts';
import { texts } from '../texts.tsx';
import { useMayRestore } from './rights.ts';

const Undo = lazy(() => import('./undo.tsx'));

/** Offers to undo an event that changed a flag, as the history of the flag does. */
export function UndoEvent({ event }: { event: Event }) {
  const { type, project, featureName } = event;
  if (project === null || featureName === null || type === 'feature-created') return null;
  return <OfFlag event={event} flag={{ projectId: project, featureName }} />;
}

function OfFlag({ event, flag: key }: { event: Event; flag: FlagKey }) {
  const undoable = useQuery(undoableQuery(key, event)).data ?? 'unchanged';
  const flag = useQuery({ ...flagQuery(key), enabled: undoable !== 'unchanged' }).data;
  if (undoable === 'unchanged' || !flag) return null;
  return undoable === 'yes' ? (
    <UndoButton event={event} flag={flag} />
  ) : (
    <NotUndoable flag={flag} />
  );
}

/** For those who would have the button: they would look for it. */
function NotUndoable({ flag }: { flag: Flag }) {
  if (!useMayRestore(flag)) return null;
  return (
    <Text mt="sm" size="xs" c="dimmed" data-screen-only>
      {texts.restore.undo.noEarlierVersion}
    </Text>
  );
}

function UndoButton({ event, flag }: { event: Event; flag: Flag }) {
  const [opened, setOpened] = useState(false);
  const { id, createdAt, summary } = event;
  if (!useMayRestore(flag)) return null;
  return (
    <>
      <Button mt="sm" size="xs" variant="default" data-screen-only onClick={() => setOpened(true)}>
        {texts.restore.undo.open}
      </Button>
      {opened && (
        <Suspense>
          <Undo
            flag={flag}
            version={{ eventId: id, createdAt }}
            headline={
              language === 'en' && summary !== null ? plainText(summary) : eventLabel(event)
            }
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
