/** An error of a single item of a batch, which does not fail the others. */
export class Failure {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}
