/** What stands against a request, gathered so that its sender hears all of it at once. */
import type { Fault } from '@posthorn/contract/errors'
import { invalid, Refusal } from '#refusal.ts'

export class Objections {
  /** Whole sentences, and so is notYet; faults go on from their path, as those of the schema do. */
  readonly tooLarge: Fault[] = []
  readonly faults: Fault[] = []
  readonly notYet: Fault[] = []
}

/** Those against the emails of a batch: each path starts with the place of its email. */
export function gather(all: readonly Objections[]): Objections {
  const together = new Objections()
  for (const [index, { tooLarge, faults, notYet }] of all.entries()) {
    const within = ({ path, message }: Fault): Fault => ({ path: `${index}.${path}`, message })
    together.tooLarge.push(...tooLarge.map(within))
    together.faults.push(...faults.map(within))
    together.notYet.push(...notYet.map(within))
  }
  return together
}

/** More than anybody reads. */
const most = 100

/** Size comes first: what is too large has not been looked at closely. What is merely not built comes last. */
export function refuseIfAny({ tooLarge, faults, notYet }: Objections): void {
  refuseWith('payload_too_large', tooLarge)
  if (faults.length > 0) throw invalid(...faults.slice(0, most))
  refuseWith('not_implemented', notYet)
}

function refuseWith(code: 'payload_too_large' | 'not_implemented', found: readonly Fault[]): void {
  const [first] = found
  if (first) throw new Refusal(code, { message: first.message, details: found.slice(0, most) })
}
