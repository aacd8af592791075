import { ensureBuilt } from '../scripts/prepare.mjs';

/** The console tests read the built files, so the build must match the sources. */
export default () => ensureBuilt();
