import { ErrorNote } from './error-note.tsx';
import { shownByFields } from './form.ts';

/** Why a form was refused, unless its fields say it. */
export const FormError = ({ error, values }: { error: Error | null; values: object }) =>
  error && !shownByFields(error, values) && <ErrorNote error={error} />;
