import { Button } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm.tsx';

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
        Import
      </Button>
      <Confirm
        opened={confirming}
        title={merge ? 'Import into a server with data' : 'Import from Unleash'}
        action={merge ? 'Merge and import' : 'Start the import'}
        onConfirm={() => onImport(merge)}
        onClose={() => setConfirming(false)}
      >
        {merge
          ? 'This server has projects, flags, groups or users already. Those of the same name ' +
            'become as they are in Unleash, including the roles of users. This cannot be undone.'
          : 'What the preview shows is imported. An import can be repeated, and brings what is new.'}
      </Confirm>
    </>
  );
}
