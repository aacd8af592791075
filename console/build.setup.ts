import { ensureBuilt } from '../scripts/prepare.mjs';

/** The tests of the built console read what is built from these very sources. */
export default () => ensureBuilt();
