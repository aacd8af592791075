import { Button } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm.tsx';
import { texts } from '../texts.ts';

const text = texts.runs.confirm;

type Props = {
  disabled: boolean;
  /** Whether this server has data of its own. */
  merge: boolean;
  onImport: (merge: boolean) => Promise<unknown>;
};

export function ImportButton({ disabled, merge, onImport }: Props) {
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button disabled={disabled} onClick={() => setConfirming(true)}>
        {texts.runs.importButton}
      </Button>
      <Confirm
        opened={confirming}
        title={merge ? text.mergeTitle : text.title}
        action={merge ? text.mergeAction : text.action}
        onConfirm={() => onImport(merge)}
        onClose={() => setConfirming(false)}
      >
        {merge ? text.mergeNote : text.note}
      </Confirm>
    </>
  );
}
