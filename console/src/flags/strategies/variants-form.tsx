import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Variant } from '../../../../server/flags/strategies/schema.ts';
import { ApiError, isOutdated } from '../../api.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fieldErrors, isOfFields } from '../../ui/form.ts';
import { OutdatedNote } from '../../ui/outdated-note.tsx';
import type { EditedChange } from './api.ts';
import { CodeTabs } from './code-tabs.tsx';
import { EditorDrawer } from './editor-drawer.tsx';
import { texts } from './texts.ts';
import { VariantsEditor } from './variants-editor.tsx';

const t = texts.variants;

type Props = {
  project: string;
  flag: string;
  environment: string;
  /** The edited change of a change request. */
  change?: EditedChange | undefined;
  variants: Variant[];
  /** The label of the button. */
  action: string;
  /** The label of the button that saves without approval, for those who may. */
  skip?: string | undefined;
  /** What saving does as well. */
  consequence?: string | undefined;
  /** Reads the variants as they are now, if they are saved only in the version that was opened. */
  onReload?: (() => Promise<Variant[]>) | undefined;
  onSubmit: (variants: Variant[], skip: boolean) => Promise<unknown>;
  onClose: () => void;
};

/** The variants of an environment, for strategies without variants. */
export default function VariantsForm({ action, ...props }: Props) {
  const { project, flag, environment, change, onSubmit, onClose } = props;
  const [before, setBefore] = useState(props.variants);
  const [variants, setVariants] = useState(before);
  const [tab, setTab] = useState<string | null>('settings');
  const showFields = () => setTab('settings');
  const saving = useMutation({
    mutationFn: (skip: boolean) => onSubmit(variants, skip),
    onSuccess: onClose,
    onError: showFields,
  });
  const edit = (next: Variant[]) => {
    setVariants(next);
    if (isOfFields(saving.error)) saving.reset();
  };
  const takeOver = (current: Variant[]) => {
    if (variants === before) setVariants(current);
    setBefore(current);
  };
  return (
    <EditorDrawer
      title={t.title(environment)}
      action={action}
      skip={props.skip}
      consequence={props.consequence}
      dirty={variants !== before}
      saving={saving.isPending}
      note={<SavingNote {...props} {...{ saving, takeOver }} />}
      onSubmit={(event, skip) => {
        event.preventDefault();
        saving.mutate(skip);
      }}
      onInvalid={showFields}
      onClose={onClose}
    >
      <CodeTabs
        target={{ project, flag, environment, change }}
        edited={{ variants }}
        label={t.tabs}
        fieldsLabel={t.settings}
        tab={tab}
        onTab={setTab}
      >
        <Fields variants={variants} error={saving.error} onChange={edit} />
      </CodeTabs>
    </EditorDrawer>
  );
}

type FieldsProps = {
  variants: readonly Variant[];
  error: Error | null;
  onChange: (variants: Variant[]) => void;
};

const Fields = ({ variants, error, onChange }: FieldsProps) => (
  <Stack>
    <Text size="sm" c="dimmed">
      {t.note}
    </Text>
    <VariantsEditor
      overrides
      variants={variants}
      errors={fieldErrors(error && ofVariants(error))}
      onChange={onChange}
    />
  </Stack>
);

type SavingNoteProps = Pick<Props, 'change' | 'onReload'> & {
  saving: { error: Error | null; reset: () => void };
  takeOver: (current: Variant[]) => void;
};

/** Why they were not saved. */
function SavingNote({ saving, takeOver, change, onReload }: SavingNoteProps) {
  const { error, reset } = saving;
  if (!error) return null;
  if (!onReload || !isOutdated(error)) return <ErrorNote error={ofVariants(error)} />;
  const outdated = change === undefined ? t.outdated : texts.outdatedChange;
  const load = async () => takeOver(await onReload());
  return <OutdatedNote texts={outdated} load={load} onLoaded={reset} />;
}

/** The body is the list, or the payload of a change: `/body/0/name` belongs to the first variant. */
function ofVariants(error: Error): Error {
  if (!(error instanceof ApiError)) return error;
  const { status, id, kind, message } = error;
  const details = error.details.map(({ path = '', ...rest }) => ({
    ...rest,
    path: path.replace(/^\/body(\/payload)?(?=\/\d)/, '/body/variants'),
  }));
  return new ApiError(status, { id: id ?? '', name: kind ?? '', message, details });
}
