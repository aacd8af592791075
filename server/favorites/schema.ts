import { Type } from 'typebox';
import { ProjectParams } from '../http/schema.ts';

export const FlagParams = Type.Object({ ...ProjectParams.properties, featureName: Type.String() });
