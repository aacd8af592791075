import { unavailable } from '../../platform/errors.ts';

export const cannotValidate = () =>
  unavailable('The upstream cannot be reached to validate the token. Try again later.');
