/** An error of one item of a batch alone; the others are not harmed by it. */
export class Failure {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}
