import { Tabs } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { PanelSkeleton } from '../../ui/skeletons.tsx';
import type { Edited, Target } from './api.ts';
import { ApiCallTab } from './api-call-tab.tsx';
import { texts } from './texts.ts';

// The library that writes YAML is larger than the editor.
const FileTab = lazy(() => import('./file-tab.tsx'));

const t = texts.code;

type Props = {
  target: Target;
  edited: Edited;
  label: string;
  /** The label of the tab with the fields. */
  fieldsLabel: string;
  tab: string | null;
  onTab: (tab: string | null) => void;
  /** The fields; what is half typed in them stays. */
  children: ReactNode;
};

/** The fields of an editor, and what would be saved as a request and as a file. */
export function CodeTabs(props: Props) {
  const { target, edited, label, fieldsLabel, tab, onTab, children } = props;
  return (
    <Tabs value={tab} onChange={onTab}>
      <Tabs.List mb="md" aria-label={label}>
        <Tabs.Tab value="settings">{fieldsLabel}</Tabs.Tab>
        <Tabs.Tab value="call">{t.apiCall}</Tabs.Tab>
        <Tabs.Tab value="file">{t.file}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="settings">{children}</Tabs.Panel>
      <Tabs.Panel value="call">
        {tab === 'call' && <ApiCallTab target={target} edited={edited} />}
      </Tabs.Panel>
      <Tabs.Panel value="file">
        {tab === 'file' && (
          <Suspense fallback={<PanelSkeleton lines={6} />}>
            <FileTab target={target} edited={edited} />
          </Suspense>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}
