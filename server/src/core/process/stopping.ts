/** The reason to release work in progress on shutdown. The work itself has not failed. */
export class Stopping extends Error {
  constructor() {
    super('the worker is stopping')
  }
}
