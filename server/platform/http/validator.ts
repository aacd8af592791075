import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { validationError } from './validation.ts';

/** Throws if the schema does not allow the value; `part` is its location, such as `body`. */
export type Validator = (value: unknown, part: string) => void;

/**
 * For JSON that the schema of a route does not describe. Compiled when first used; `shared` are the
 * schemas that `schema` refers to by name.
 */
export function validatorOf(schema: TSchema, shared: readonly TSchema[] = []): Validator {
  let compiled: ValidateFunction | undefined;
  return (value, part) => {
    compiled ??= compile(schema, shared);
    const valid: unknown = compiled(value);
    if (valid !== true) throw validationError(compiled.errors ?? [], part);
  };
}

function compile(schema: TSchema, shared: readonly TSchema[]): ValidateFunction {
  const ajv = new Ajv({ allErrors: false, strict: false, verbose: true });
  addFormats.default(ajv);
  for (const each of shared) ajv.addSchema(each);
  return ajv.compile(schema);
}
