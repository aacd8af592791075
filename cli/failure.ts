/** An expected failure of a command: its message is all that a person needs to read. */
export class Failure extends Error {
  /** The status of the response, if the server refused the request. */
  readonly status: number | undefined;
  /** The name of the error in its body. */
  readonly kind: string | undefined;

  constructor(message: string, status?: number, kind?: string) {
    super(message);
    this.status = status;
    this.kind = kind;
  }
}
