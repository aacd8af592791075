import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ClockIcon } from './icons.tsx';
import { texts } from './texts.ts';

const AsOfForm = lazy(() => import('./as-of-form.tsx'));

/** Opens the choice of an earlier moment. */
export function AsOfButton({ onChoose }: { onChoose: (at: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<ClockIcon size={16} />} onClick={() => setOpen(true)}>
        {texts.asOf.open}
      </Button>
      {open && (
        <Suspense>
          <AsOfForm
            onChoose={(at) => {
              setOpen(false);
              onChoose(at);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
