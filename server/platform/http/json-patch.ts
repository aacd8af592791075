import { isDeepStrictEqual } from 'node:util';
import { applyPatch, type Operation, Pointer } from 'rfc6902';
import type { Static, TSchema } from 'typebox';
import { badData } from '../errors.ts';
import type { JsonPatch } from './schema.ts';
import { assertStorable } from './validation.ts';
import { type Handling, validatorOf } from './validator.ts';

/**
 * Applies a patch and validates the result; errors name the wrong operation, or the member of the
 * result that is wrong or unknown.
 */
export type Patcher<T> = (document: unknown, patch: JsonPatch, handling: Handling) => T;

/** `shared` are the schemas that `schema` refers to by name. */
export function patcherOf<T extends TSchema>(
  schema: T,
  shared: readonly TSchema[] = [],
): Patcher<Static<T>> {
  const validate = validatorOf(schema, shared);
  return (document, patch, handling) => {
    const patched = applyJsonPatch(document, patch);
    assertStorable(patched, 'body');
    validate(patched, 'body', handling);
    return patched as Static<T>;
  };
}

/** Without copies, a document grows at most by the size of the patch. */
const copiedMax = 1_000_000;

/** Applies all operations in order to a copy of the document; the first error refuses all. */
export function applyJsonPatch(document: unknown, patch: JsonPatch): unknown {
  const root = { document: structuredClone(document) };
  let copied = 0;
  for (const [index, operation] of patch.entries()) {
    const at = `/body/${index}`;
    assertComplete(operation, at);
    if (operation.op === 'copy' || operation.op === 'move') {
      const from = pointerTo(operation.from ?? '', `${at}/from`);
      assertPresent(root, from, `${at}/from`);
      if (operation.op === 'copy') copied += sizeOf(from.get(root));
      if (copied > copiedMax) throw badData('The patch copies too much.', `${at}/from`);
    }
    applyOne(root, operation, at);
  }
  return root.document;
}

function applyOne(root: object, operation: JsonPatch[number], at: string): void {
  const { op } = operation;
  const path = pointerTo(operation.path, `${at}/path`);
  if (op === 'test') {
    if (exists(root, path) && isDeepStrictEqual(path.get(root), operation.value)) return;
    throw badData('The test failed.', `${at}/value`);
  }
  if (op === 'remove' || op === 'replace') assertPresent(root, path, `${at}/path`);
  else assertAddable(root, path, `${at}/path`);
  const [error] = applyPatch(root, [{ ...operation, ...atRoot(operation) } as Operation]);
  if (error) throw badData(error.message.replace('/document', ''), `${at}/path`);
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** The document is a member of a root object, so that it can be replaced too. */
function pointerTo(path: string, at: string): Pointer {
  if (path !== '' && !path.startsWith('/')) throw badData('A path must start with /.', at);
  const pointer = Pointer.fromJSON(`/document${path}`);
  if (pointer.tokens.some((token) => forbidden.has(token))) throw badData('Unknown property.', at);
  return pointer;
}

const atRoot = ({ path, from }: JsonPatch[number]) => ({
  path: `/document${path}`,
  ...(from === undefined ? {} : { from: `/document${from}` }),
});

function assertComplete(operation: JsonPatch[number], at: string): void {
  const { op, from } = operation;
  if ((op === 'move' || op === 'copy') && from === undefined) {
    throw badData(`"${op}" needs "from".`, `${at}/from`);
  }
  if ((op === 'add' || op === 'replace' || op === 'test') && !Object.hasOwn(operation, 'value')) {
    throw badData(`"${op}" needs "value".`, `${at}/value`);
  }
}

const isIndex = (key: string) => /^(0|[1-9]\d{0,8})$/.test(key);

/** Only own members: not the length of a text, nor members of the prototype. */
function exists(root: object, pointer: Pointer): boolean {
  const { parent, key } = pointer.evaluate(root);
  return Array.isArray(parent)
    ? isIndex(key) && Number(key) < parent.length
    : isObject(parent) && Object.hasOwn(parent, key);
}

function assertPresent(root: object, pointer: Pointer, at: string): void {
  if (!exists(root, pointer)) throw badData('The path does not exist.', at);
}

/** A value can be added as a member of an object, or in or at the end of a list. */
function assertAddable(root: object, pointer: Pointer, at: string): void {
  const { parent, key } = pointer.evaluate(root);
  const possible = Array.isArray(parent)
    ? key === '-' || (isIndex(key) && Number(key) <= parent.length)
    : isObject(parent);
  if (!possible) throw badData('A value cannot be added at this path.', at);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Also refuses what is nested too deeply to be copied. */
function sizeOf(value: unknown): number {
  assertStorable(value, 'body');
  return JSON.stringify(value).length;
}
