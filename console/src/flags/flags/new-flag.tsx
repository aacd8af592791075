import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, memo, Suspense } from 'react';
import { useMay } from '../../identity/session/api.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { texts } from './texts.ts';

const CreateFlag = lazy(() => import('./create-flag.tsx'));

/** The button that creates a flag, for those who may. */
export const NewFlag = memo(({ project }: { project: string | undefined }) => {
  const { mayAnywhere } = useMay();
  const [creating, create] = useDisclosure(false);
  if (!mayAnywhere('CREATE_FEATURE')) return null;
  return (
    <>
      <Button leftSection={<PlusIcon />} onClick={create.open}>
        {texts.create.open}
      </Button>
      {creating && (
        <Suspense>
          <CreateFlag project={project} onClose={create.close} />
        </Suspense>
      )}
    </>
  );
});
