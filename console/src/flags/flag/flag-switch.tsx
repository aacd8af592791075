import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { useMayChange } from '../flags/rights.ts';
import { SwitchCell, useSwitches } from '../flags/switch-cell.tsx';

/** The switch outside a list, also for those who may only propose to use it. */
export function FlagSwitch({ flag, environment }: { flag: Flag; environment: string }) {
  const { switches, dialog } = useSwitches();
  const mayChange = useMayChange(flag.project);
  const may = () => mayChange('UPDATE_FEATURE_ENVIRONMENT', environment) && !flag.archived;
  return (
    <>
      <SwitchCell flag={flag} environment={environment} switches={{ ...switches, may }} />
      {dialog}
    </>
  );
}
