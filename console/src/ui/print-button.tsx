import { Button, Portal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { PrintIcon } from './icons.tsx';
import { texts } from './texts.ts';
import { toastError } from './toasts.tsx';

type Props = {
  /** Loads what is printed instead of the page, where the page has only a part of it. */
  load?: () => Promise<ReactNode>;
  /** Whether it is above a list, not beside the title of a page. */
  inToolbar?: boolean;
};

const toolbarButton = { size: 'xs', variant: 'subtle', color: 'gray' } as const;

export function PrintButton({ load, inToolbar = false }: Props) {
  const [loading, setLoading] = useState(false);
  const [loaded, setLoaded] = useState<ReactNode>();
  useEffect(() => {
    if (loaded === undefined) return undefined;
    const clear = () => setLoaded(undefined);
    window.addEventListener('afterprint', clear);
    window.print();
    return () => window.removeEventListener('afterprint', clear);
  }, [loaded]);
  const print = async () => {
    if (!load) return window.print();
    setLoading(true);
    try {
      setLoaded(await load());
    } catch (error) {
      toastError(error as Error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <Button
        variant="default"
        {...(inToolbar && toolbarButton)}
        leftSection={<PrintIcon size={inToolbar ? 14 : 18} />}
        loading={loading}
        onClick={() => void print()}
      >
        {texts.print.action}
      </Button>
      {loaded !== undefined && (
        <Portal>
          <div className="printed">{loaded}</div>
        </Portal>
      )}
    </>
  );
}
