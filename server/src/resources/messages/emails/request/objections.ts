/** The faults of a request, collected so that the sender gets all of them at once. */
import type { Fault } from '@posthorn/contract/errors'
import { invalid, Refusal } from '#core/refusal.ts'

export class Objections {
  /** Whole sentences; the messages of `faults` continue their path, like those of the schema. */
  readonly tooLarge: Fault[] = []
  readonly faults: Fault[] = []
}

/** Combines the faults of the emails of a batch: each path starts with the index of its email. */
export function gather(all: readonly Objections[]): Objections {
  const together = new Objections()
  for (const [index, { tooLarge, faults }] of all.entries()) {
    const within = ({ path, message }: Fault): Fault => ({ path: `${index}.${path}`, message })
    together.tooLarge.push(...tooLarge.map(within))
    together.faults.push(...faults.map(within))
  }
  return together
}

/** Nobody reads more than this. */
const most = 100

/** Size comes first: content that is too large may not have been checked further. */
export function refuseIfAny({ tooLarge, faults }: Objections): void {
  const [first] = tooLarge
  if (first) throw new Refusal('payload_too_large', { message: first.message, details: tooLarge.slice(0, most) })
  if (faults.length > 0) throw invalid(...faults.slice(0, most))
}
