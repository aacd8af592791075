import { NodeFS } from '@electric-sql/pglite/nodefs';

/** An operation on a file of the machine; a member of the file system that its types leave out. */
type Files = { tryFSOperation: <T>(operation: () => T) => T };

type Options = {
  /** Frees space; false if there is none to free. */
  release: () => boolean;
  /** The database has ended: each further statement would run for ever. */
  onAbort: () => void;
};

/**
 * The files of the embedded database. An operation that finds the disk full is tried again with the
 * reserve: without space for the WAL, the database would end.
 */
export class ReservedFiles extends NodeFS {
  readonly #options: Options;

  constructor(folder: string, options: Options) {
    super(folder);
    this.#options = options;
  }

  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args);
    const { release, onAbort } = this.#options;
    const { preRun = [] } = emscriptenOpts;
    const useReserve = ({ NODEFS }: { NODEFS: unknown }) =>
      retryOnFullDisk(NODEFS as Files, release);
    return { emscriptenOpts: { ...emscriptenOpts, onAbort, preRun: [...preRun, useReserve] } };
  }
}

function retryOnFullDisk(files: Files, release: () => boolean): void {
  const { tryFSOperation } = files;
  files.tryFSOperation = (operation) =>
    tryFSOperation(() => {
      try {
        return operation();
      } catch (error) {
        if (!isFullDisk(error) || !release()) throw error;
        return operation();
      }
    });
}

/** No space, or none within the quota of the user. */
const isFullDisk = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
