import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { lenientCheck, type UnknownMember } from './normalization.ts';
import { validationError } from './validation.ts';

/** Refuses or ignores unknown members; `part` is the location of the value, such as `body/0`. */
export type Handling = (unknown: readonly UnknownMember[], part: string) => void;

/**
 * Throws if the schema does not allow the value; `part` is its location, such as `body`. Unknown
 * members are removed from it, if `handling` does not refuse them.
 */
export type Validator = (value: unknown, part: string, handling: Handling) => void;

/**
 * For JSON that the schema of a route does not describe. Compiled when first used; `shared` are the
 * schemas that `schema` refers to by name.
 */
export function validatorOf(schema: TSchema, shared: readonly TSchema[] = []): Validator {
  let compiled: ValidateFunction | undefined;
  const find = (id: string) => shared.find((each) => (each as { $id?: string }).$id === id);
  return (value, part, handling) => {
    compiled ??= compile(schema, shared);
    const { valid, unknown } = lenientCheck(compiled, schema, find)(value);
    handling(unknown, part);
    if (!valid) throw validationError(compiled.errors ?? [], part);
  };
}

function compile(schema: TSchema, shared: readonly TSchema[]): ValidateFunction {
  const ajv = new Ajv({ allErrors: false, strict: false, verbose: true });
  addFormats.default(ajv);
  for (const each of shared) ajv.addSchema(each);
  return ajv.compile(schema);
}
