/**
 * The process that did this piece of work, and nothing else, has ended by itself within it: the work is the reason. Never thrown
 * when somebody ended the process from outside.
 */
export class EndedAlone extends Error {
  override name = 'EndedAlone'
}
