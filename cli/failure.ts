/** An expected failure of a command: its message is all that a person needs to read. */
export class Failure extends Error {
  /** The status of the response, if the server refused the request. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
