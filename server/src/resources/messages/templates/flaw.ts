/** A place in a source: both count from 1, the column in UTF-16 units as editors do. */
export type Place = { line: number; column: number }

/** What is wrong with a source, and where, if that is known. */
export type Flaw = { fault: string } & Partial<Place>

/** A source that cannot be used as it is. The message includes the line, for clients that read only the message. */
export class Flawed extends Error {
  override name = 'Flawed'
  readonly place: Place | undefined

  constructor(what: string, { place, cause }: { place?: Place | undefined; cause?: unknown } = {}) {
    super(place ? `line ${place.line}: ${what}` : what, { cause })
    this.place = place
  }
}

export const toFlaw = ({ message, place }: Flawed): Flaw => ({ fault: message, ...place })

/** The place after a text. */
export function placeBehind(text: string): Place {
  const lastBreak = text.lastIndexOf('\n')
  return { line: text.split('\n').length, column: text.length - lastBreak }
}
