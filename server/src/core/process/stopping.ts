/** Why work that was begun is given back: nothing is wrong with it. */
export class Stopping extends Error {
  constructor() {
    super('the worker is stopping')
  }
}
