import {
  Badge,
  Box,
  Drawer,
  Group,
  Paper,
  Stack,
  Tabs,
  Text,
  ThemeIcon,
  VisuallyHidden,
} from '@mantine/core';
import { EnvironmentName } from '../../ui/environment.tsx';
import { CheckIcon, CrossIcon, MoreIcon } from '../../ui/icons.tsx';
import type { EvaluatedFlag, EvaluatedStrategy, Evaluation } from './api.ts';
import { describeContext } from './context.ts';
import { constraintReason, flagReason, strategyReason } from './reasons.ts';

/** More contexts than these are hard to read. */
const shownMax = 20;

/** The reasons of a result, by strategy and constraint. */
export default function Explanation({
  flag,
  onClose,
}: {
  flag: EvaluatedFlag;
  onClose: () => void;
}) {
  const environments = Object.keys(flag.environments);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={`Why: ${flag.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Tabs defaultValue={environments[0] ?? null} keepMounted={false}>
        <Tabs.List mb="md">
          {environments.map((environment) => (
            <Tabs.Tab key={environment} value={environment}>
              <EnvironmentName name={environment} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {environments.map((environment) => {
          const evaluations = flag.environments[environment] ?? [];
          return (
            <Tabs.Panel key={environment} value={environment}>
              <Stack>
                {evaluations.slice(0, shownMax).map((evaluation) => (
                  <EvaluationPart
                    key={JSON.stringify(evaluation.context)}
                    evaluation={evaluation}
                  />
                ))}
                {evaluations.length > shownMax && (
                  <Text size="sm" c="dimmed">
                    And {evaluations.length - shownMax} more contexts; use fewer values to see them.
                  </Text>
                )}
              </Stack>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Drawer>
  );
}

function EvaluationPart({ evaluation }: { evaluation: Evaluation }) {
  const { variant } = evaluation;
  return (
    <Paper withBorder radius="md" p="sm">
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        For {describeContext(evaluation.context)}
      </Text>
      <Group gap="xs">
        <Text fw={600}>{flagReason(evaluation)}</Text>
        {variant.enabled && (
          <Badge variant="light" tt="none">
            Variant {variant.name}
          </Badge>
        )}
      </Group>
      <Stack gap="sm" mt="sm">
        {evaluation.strategies.data.map((strategy) => (
          <StrategyPart key={strategy.id} strategy={strategy} />
        ))}
      </Stack>
    </Paper>
  );
}

function StrategyPart({ strategy }: { strategy: EvaluatedStrategy }) {
  const { name, title, result, segments, constraints } = strategy;
  const own = strategyReason(strategy);
  const applies = result.enabled === 'unknown' ? undefined : result.enabled;
  return (
    <Box>
      <Line applies={applies} strong>
        Strategy {title || name}
        {applies === undefined ? ' might apply' : applies ? ' applies' : ' does not apply'}
      </Line>
      <Stack gap={2} pl="lg" mt={4}>
        {segments.map((segment) => (
          <Box key={segment.id}>
            <Line applies={segment.result}>Segment {segment.name}</Line>
            <Box pl="lg">
              {segment.constraints.map((constraint) => (
                <Line key={JSON.stringify(constraint)} applies={constraint.result}>
                  {constraintReason(constraint)}
                </Line>
              ))}
            </Box>
          </Box>
        ))}
        {constraints.map((constraint) => (
          <Line key={JSON.stringify(constraint)} applies={constraint.result}>
            {constraintReason(constraint)}
          </Line>
        ))}
        <Line applies={own.applies}>{own.text}</Line>
      </Stack>
    </Box>
  );
}

type LineProps = { applies: boolean | undefined; strong?: boolean; children: React.ReactNode };

/** A reason that is satisfied, not satisfied, or decided only by an SDK. */
function Line({ applies, strong = false, children }: LineProps) {
  const [colour, Icon, text] =
    applies === undefined
      ? (['gray', MoreIcon, 'Unknown: '] as const)
      : applies
        ? (['teal', CheckIcon, 'Yes: '] as const)
        : (['red', CrossIcon, 'No: '] as const);
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <ThemeIcon size={18} radius="xl" variant="light" color={colour} mt={2} aria-hidden="true">
        <Icon size={12} />
      </ThemeIcon>
      <Text size="sm" fw={strong ? 600 : 400} style={{ overflowWrap: 'anywhere' }}>
        <VisuallyHidden>{text}</VisuallyHidden>
        {children}
      </Text>
    </Group>
  );
}
