import type { ErrorObject, ValidateFunction } from 'ajv';

/** A member that the schema does not know, in the form of the error that Ajv reports for it. */
export type UnknownMember = ErrorObject<'additionalProperties', { additionalProperty: string }>;

/** The keywords that decide what is known; `openapi.embedded.test.ts` asserts it of all bodies. */
export type BodySchema = {
  $ref?: string;
  type?: string;
  const?: unknown;
  anyOf?: readonly BodySchema[];
  properties?: Readonly<Record<string, BodySchema>>;
  additionalProperties?: boolean | BodySchema;
  items?: BodySchema;
  'x-number-as-text'?: true;
};

/** Finds a schema by the name in `$ref`. */
export type FindSchema = (id: string) => BodySchema | undefined;

/** Whether the value is valid without its unknown members, which were removed from it. */
export type Checked = { valid: boolean; unknown: readonly UnknownMember[] };

const validAsSent: Checked = { valid: true, unknown: [] };

/**
 * Validates as the schema demands, and only if that fails once more after normalization: a body
 * without unknown members costs nothing more.
 */
export function lenientCheck(
  check: ValidateFunction,
  schema: object,
  find: FindSchema,
): (value: unknown) => Checked {
  const normalize = normalizerOf(schema, find);
  return (value) => {
    if (check(value) === true) return validAsSent;
    const { changed, unknown } = normalize(value);
    return { valid: changed && check(value) === true, unknown };
  };
}

/** More are removed too, but not named. */
const namedMax = 100;

/**
 * Removes, in place, the members that the schema does not know, and converts numbers where it
 * accepts them as text. In a union a member is known if one of the branches that fit knows it.
 */
export function normalizerOf(schema: BodySchema, find: FindSchema) {
  const shapeOf = shapesOf(find);
  return (root: unknown) => {
    const unknown: UnknownMember[] = [];
    const keys: string[] = [];
    let changed = false;

    function visit(value: unknown, { opaque, numberAsText, objects, lists }: Shape): unknown {
      if (typeof value === 'number') return numberAsText ? asText(value) : value;
      if (typeof value !== 'object' || value === null || opaque) return value;
      const typed = Array.isArray(value) ? lists : objects;
      const fitting = typed.length > 1 ? typed.filter((branch) => fits(value, branch)) : typed;
      if (fitting.length > 0) visitMembers(value as Record<string, unknown>, fitting);
      return value;
    }

    function visitMembers(value: Record<string, unknown>, branches: readonly BodySchema[]): void {
      for (const key of Object.keys(value)) {
        const shape = shapeOf(branches, key);
        if (shape === undefined) {
          if (unknown.length < namedMax) unknown.push(unknownMember(key, keys, branches));
          delete value[key];
          changed = true;
          continue;
        }
        const member = value[key];
        keys.push(key);
        const normalized = visit(member, shape);
        keys.pop();
        if (normalized !== member) value[key] = normalized;
      }
    }

    function asText(value: number): number | string {
      // Larger integers have lost digits when they were parsed.
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return value;
      changed = true;
      return String(value);
    }

    visit(root, shapeFrom([schema], find));
    return { changed, unknown };
  };
}

/** All members of a body that a route does not take. */
export function membersOf(body: unknown): UnknownMember[] {
  if (typeof body !== 'object' || body === null) return [];
  const keys = Object.keys(body).slice(0, namedMax);
  return keys.map((key) => unknownMember(key, [], []));
}

/** Fastify passes only the body to its validator, so what that removes is stored by body. */
const removed = new WeakMap<object, readonly UnknownMember[]>();

export function setRemovedMembers(body: unknown, unknown: readonly UnknownMember[]): void {
  if (typeof body === 'object' && body !== null) removed.set(body, unknown);
}

export function removedMembers(body: unknown): readonly UnknownMember[] {
  return (typeof body === 'object' && body !== null && removed.get(body)) || [];
}

/** A JSON Pointer (RFC 6901). */
export const pointerTo = ({ instancePath, params }: UnknownMember) =>
  `${instancePath}/${escapePointer(params.additionalProperty)}`;

const pointerOf = (keys: readonly string[]) => keys.map((key) => `/${escapePointer(key)}`).join('');

const escapePointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The branches of a schema by the type of the values that they allow. */
type Shape = {
  /** Allows every value. */
  opaque: boolean;
  numberAsText: boolean;
  objects: readonly BodySchema[];
  lists: readonly BodySchema[];
};

/** The shape of a member or an item; undefined if no branch knows it. */
function shapesOf(find: FindSchema) {
  const shapes = new WeakMap<BodySchema, Shape>();
  const shapeOf = (schema: BodySchema) => {
    const shape = shapes.get(schema) ?? shapeFrom([schema], find);
    shapes.set(schema, shape);
    return shape;
  };
  return (branches: readonly BodySchema[], key: string): Shape | undefined => {
    const [only] = branches.length === 1 ? branches : [];
    if (only) {
      const known = memberOf(only, key);
      return known && shapeOf(known);
    }
    const known = branches.flatMap((branch) => memberOf(branch, key) ?? []);
    return known.length > 0 ? shapeFrom(known, find) : undefined;
  };
}

function shapeFrom(schemas: readonly BodySchema[], find: FindSchema): Shape {
  const branches = branchesOf(schemas, find);
  return {
    opaque: branches.some(({ type }) => type === undefined),
    numberAsText: branches.some((branch) => branch['x-number-as-text'] === true),
    objects: branches.filter(({ type }) => type === 'object'),
    lists: branches.filter(({ type }) => type === 'array'),
  };
}

function branchesOf(schemas: readonly BodySchema[], find: FindSchema): BodySchema[] {
  return schemas.flatMap((schema) => {
    if (schema.$ref !== undefined) {
      return branchesOf([find(schema.$ref.replace(/#$/, '')) ?? {}], find);
    }
    return schema.anyOf ? branchesOf(schema.anyOf, find) : [schema];
  });
}

/** Whether the members that have only one value in the branch have it. */
function fits(value: object, { properties = {} }: BodySchema): boolean {
  const members = value as Record<string, unknown>;
  return Object.entries(properties).every(
    ([key, { const: only }]) =>
      only === undefined || !Object.hasOwn(members, key) || members[key] === only,
  );
}

const anything: BodySchema = {};

function memberOf(
  { type, properties, additionalProperties: others = true, items }: BodySchema,
  key: string,
): BodySchema | undefined {
  if (type === 'array') return items ?? anything;
  if (properties && Object.hasOwn(properties, key)) return properties[key];
  if (typeof others === 'object') return others;
  return others ? anything : undefined;
}

function unknownMember(
  key: string,
  parents: readonly string[],
  branches: readonly BodySchema[],
): UnknownMember {
  const properties = Object.assign({}, ...branches.map((branch) => branch.properties));
  return {
    keyword: 'additionalProperties',
    instancePath: pointerOf(parents),
    schemaPath: '',
    params: { additionalProperty: key },
    parentSchema: { properties },
  };
}
