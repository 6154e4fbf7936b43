/** What stands against a request, gathered so that its sender hears all of it at once. */
import type { Fault } from '@posthorn/contract/errors'
import { invalid, Refusal } from '#core/refusal.ts'

export class Objections {
  /** Whole sentences; faults go on from their path, as those of the schema do. */
  readonly tooLarge: Fault[] = []
  readonly faults: Fault[] = []
}

/** Those against the emails of a batch: each path starts with the place of its email. */
export function gather(all: readonly Objections[]): Objections {
  const together = new Objections()
  for (const [index, { tooLarge, faults }] of all.entries()) {
    const within = ({ path, message }: Fault): Fault => ({ path: `${index}.${path}`, message })
    together.tooLarge.push(...tooLarge.map(within))
    together.faults.push(...faults.map(within))
  }
  return together
}

/** More than anybody reads. */
const most = 100

/** Size comes first: what is too large has not been looked at closely. */
export function refuseIfAny({ tooLarge, faults }: Objections): void {
  const [first] = tooLarge
  if (first) throw new Refusal('payload_too_large', { message: first.message, details: tooLarge.slice(0, most) })
  if (faults.length > 0) throw invalid(...faults.slice(0, most))
}
