import { Badge, Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import type { Stages } from '../../../../server/usage/lifecycle/schema.ts';
import { Panel } from '../../ui/panel.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { stages } from '../flags/cells.tsx';
import { stagesQuery } from './api.ts';
import styles from './lifecycle.module.css';
import { texts } from './texts.ts';

const t = texts.lifecycle;

type Stage = Stages[number];

/** All stages of the lifecycle, with the time at which the flag entered each. */
export function Lifecycle({ flag }: { flag: Flag }) {
  const entered = useQuery(stagesQuery({ projectId: flag.project, featureName: flag.name })).data;
  const current = flag.lifecycle?.stage;
  return (
    <Panel title={t.title}>
      <ol className={styles.stages}>
        {(Object.keys(stages) as Stage['stage'][]).map((stage) => (
          <Step
            key={stage}
            stage={stage}
            entered={entered?.find((each) => each.stage === stage)}
            isCurrent={stage === current}
          />
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt="xs">
        {flag.lastSeenAt ? (
          <>
            {t.lastSeen} <TimeAgo at={flag.lastSeenAt} />.
          </>
        ) : (
          t.neverSeen
        )}
        {current && ` ${t.next[current]}`}
      </Text>
    </Panel>
  );
}

type StepProps = { stage: Stage['stage']; entered: Stage | undefined; isCurrent: boolean };

function Step({ stage, entered, isCurrent }: StepProps) {
  const { label, colour } = stages[stage];
  const state = isCurrent ? 'current' : entered ? 'entered' : 'open';
  return (
    <li
      className={styles.stage}
      data-state={state}
      aria-current={isCurrent ? 'step' : undefined}
      style={{ '--stage-colour': `var(--mantine-color-${colour}-6)` } as React.CSSProperties}
    >
      <Box className={styles.dot} aria-hidden="true" />
      <Group justify="space-between" gap="xs" flex={1} wrap="nowrap">
        <Group gap={6}>
          <Text span size="sm" fw={isCurrent ? 700 : 400} {...(entered ? {} : { c: 'dimmed' })}>
            {label}
          </Text>
          {entered?.status && (
            <Badge
              size="sm"
              variant="light"
              color="gray"
              tt="none"
              title={t.statusHints[entered.status]}
            >
              {t.statuses[entered.status] ?? entered.status}
            </Badge>
          )}
        </Group>
        <Text span size="sm" c="dimmed">
          {entered ? (
            <TimeAgo at={entered.enteredStageAt} />
          ) : (
            <VisuallyHidden>{t.notReached}</VisuallyHidden>
          )}
        </Text>
      </Group>
    </li>
  );
}
