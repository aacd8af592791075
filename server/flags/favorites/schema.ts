import { Type } from 'typebox';
import { ProjectParams } from '../../platform/http/schema.ts';

export const FlagParams = Type.Object({ ...ProjectParams.properties, featureName: Type.String() });
