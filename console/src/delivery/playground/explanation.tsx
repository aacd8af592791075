import {
  Badge,
  Box,
  Group,
  Paper,
  Stack,
  Tabs,
  Text,
  ThemeIcon,
  VisuallyHidden,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { strategyTypesQuery } from '../../flags/strategies/api.ts';
import { EnvironmentName } from '../../ui/environment.tsx';
import { CheckIcon, CrossIcon, MoreIcon } from '../../ui/icons.tsx';
import { SideDialog } from '../../ui/side-dialog.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { texts as all } from '../texts.ts';
import type { EvaluatedFlag, EvaluatedStrategy, Evaluation } from './api.ts';
import { describeContext } from './context.ts';
import { constraintReason, flagReason, strategyReason } from './reasons.ts';

const texts = all.playground.explanation;

/** More contexts than these are hard to read. */
const shownMax = 20;

/** The reasons of a result, by strategy and constraint. */
export default function Explanation({
  flag,
  environment: opened,
  onClose,
}: {
  flag: EvaluatedFlag;
  /** Whose tab is shown first; by default that of the first one. */
  environment: string | undefined;
  onClose: () => void;
}) {
  const environments = Object.keys(flag.environments);
  const first = environments.find((name) => name === opened) ?? environments[0] ?? null;
  return (
    <SideDialog onClose={onClose} size="lg" title={texts.title(flag.name)}>
      <Tabs defaultValue={first} keepMounted={false}>
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
                    {texts.moreContexts(evaluations.length - shownMax)}
                  </Text>
                )}
              </Stack>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </SideDialog>
  );
}

function EvaluationPart({ evaluation }: { evaluation: Evaluation }) {
  const { variant } = evaluation;
  return (
    <Paper withBorder radius="md" p="sm">
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {texts.context(describeContext(evaluation.context))}
      </Text>
      <Group gap="xs">
        <Badge variant="light" color={evaluation.isEnabled ? 'teal' : 'gray'} tt="none">
          {evaluation.isEnabled ? shared.common.on : shared.common.off}
        </Badge>
        <Text fw={600}>{flagReason(evaluation)}</Text>
        {variant.enabled && (
          <Badge variant="light" tt="none">
            {texts.variant(variant.name)}
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

/** The result of a strategy, with its segments and constraints. */
export function StrategyPart({ strategy }: { strategy: EvaluatedStrategy }) {
  const { name, title, result, segments, constraints } = strategy;
  const types = useQuery(strategyTypesQuery).data?.strategies ?? [];
  const typeTitle = types.find((type) => type.name === name)?.title;
  const own = strategyReason(strategy);
  const applies = result.enabled === 'unknown' ? undefined : result.enabled;
  const outcome =
    applies === undefined
      ? texts.strategyUnknown
      : applies
        ? texts.strategyApplies
        : texts.strategyDiffers;
  return (
    <Box>
      <Line applies={applies} strong>
        {outcome(title || typeTitle || name)}
      </Line>
      <Stack gap={2} pl="lg" mt={4}>
        {segments.map((segment) => (
          <Box key={segment.id}>
            <Line applies={segment.result}>{texts.segment(segment.name)}</Line>
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
      ? (['gray', MoreIcon, texts.unknown] as const)
      : applies
        ? (['teal', CheckIcon, texts.satisfied] as const)
        : (['red', CrossIcon, texts.notSatisfied] as const);
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
