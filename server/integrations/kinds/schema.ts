import { type Static, Type } from 'typebox';
import { isMailKind, type Kind } from './definition.ts';
import { kindNames, kindOf, type KindName as Name, parameterNames } from './rules.ts';

export const KindName = Type.Unsafe<Name>(
  Type.String({ enum: kindNames, description: 'The kind of target' }),
);

const valueMax = 10_000;

/** One object for all kinds, so that members no kind knows are named as unknown. */
export const Parameters = Type.Object(
  Object.fromEntries(
    parameterNames.map((name) => [
      name,
      Type.Optional(Type.String({ maxLength: valueMax, description: describe(name) })),
    ]),
  ),
  {
    additionalProperties: false,
    description: 'The parameters of the kind; secrets are shown as *****, and kept if sent so',
  },
);

export const KindDescription = Type.Object({
  name: KindName,
  displayName: Type.String(),
  description: Type.String(),
  documentationUrl: Type.String(),
  signed: Type.Boolean({ description: 'Whether requests are signed with a signing secret' }),
  parameters: Type.Array(
    Type.Object({
      name: Type.String(),
      displayName: Type.String(),
      type: Type.String({ description: 'url, text or textfield' }),
      description: Type.String(),
      placeholder: Type.Optional(Type.String()),
      required: Type.Boolean(),
      sensitive: Type.Boolean({ description: 'Stored encrypted and shown as *****' }),
    }),
  ),
});

/** How clients can build a form for each kind that can be created. */
export const describeKinds = (available: { mail: boolean }): Static<typeof KindDescription>[] =>
  kindNames
    .filter((name) => available.mail || !isMailKind(kindOf(name)))
    .map((name) => {
      const { displayName, description, documentationUrl, signed, parameters }: Kind = kindOf(name);
      return {
        name,
        displayName,
        description,
        documentationUrl,
        signed,
        parameters: Object.entries(parameters).map(([parameter, { check: _, ...rest }]) => ({
          name: parameter,
          ...rest,
        })),
      };
    });

function describe(name: string): string {
  const users = kindNames.filter((kind) => Object.hasOwn(kindOf(kind).parameters, name));
  return `For ${users.join(', ')}`;
}
