import { CloseButton, Loader, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { HelpIcon } from '../../ui/icons.tsx';
import { texts } from '../texts.ts';
import type { Language } from './keys.ts';

const Help = lazy(() => import('./help.tsx'));

type Props = { language: Language; onExample: (query: string) => void };

export function HelpButton({ language, onExample }: Props) {
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && close()}
      onDismiss={close}
      position="bottom-end"
      shadow="md"
      width={420}
      trapFocus
    >
      <Popover.Target>
        <CloseButton size="sm" icon={<HelpIcon />} aria-label={texts.box.help} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 2rem)">
        <Suspense fallback={<Loader size="sm" />}>
          <Help
            language={language}
            onExample={(query) => {
              close();
              onExample(query);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
