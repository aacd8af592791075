import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContextField } from '../../../../server/flags/context-fields/schema.ts';
import { useMay } from '../../identity/session/api.ts';
import { paths } from '../../paths.ts';
import { Picker } from '../../ui/picker.tsx';
import { toast, toastError } from '../../ui/toasts.tsx';
import { createField } from '../context-fields/api.ts';
import { texts as fieldTexts } from '../context-fields/texts.ts';
import { contextFieldsQuery } from './api.ts';
import { texts } from './texts.ts';

const t = texts.constraints;

type Props = {
  fields: readonly ContextField[];
  value: string;
  error: ReactNode;
  onChange: (name: string) => void;
};

/** The context field of a constraint; an unknown one can be created without leaving the form. */
export function FieldSelect({ fields, value, error, onChange }: Props) {
  const { may } = useMay();
  const create = useCreateField(onChange);
  const names = new Set([...fields.map(({ name }) => name), value].filter(Boolean));
  const solved = value !== '' && error === t.fieldMissing;
  return (
    <Picker
      aria-label={t.field}
      noun={t.fieldNoun}
      placeholder={t.fieldMissing}
      nothingFoundMessage={
        <>
          {t.fieldUnknown}{' '}
          <Link to={paths.contextFields} target="_blank" rel="noreferrer">
            {fieldTexts.title}
          </Link>
        </>
      }
      create={
        may('CREATE_CONTEXT_FIELD') ? { label: t.createField, run: create.mutate } : undefined
      }
      allowDeselect={false}
      data={[...names]}
      value={value || null}
      error={solved ? undefined : error}
      onChange={(name) => name && onChange(name)}
    />
  );
}

function useCreateField(onCreated: (name: string) => void) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: contextFieldsQuery.queryKey });
  return useMutation({
    mutationFn: (name: string) => createField({ name }),
    onSuccess: async (_, name) => {
      await reload();
      onCreated(name);
      toast(fieldTexts.created(name));
    },
    onError: toastError,
  });
}
