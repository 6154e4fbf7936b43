/** The faults of a request, with the other service's names for our fields. */
import { errors, type Fault } from '@posthorn/contract/errors'
import type { Refusal } from '#core/refusal.ts'

/** A name that applies only inside another field is written as a path: attachments.type. */
type Names = Readonly<Record<string, string>>

export function faultsOf({ details }: Refusal): Fault[] {
  return Array.isArray(details) ? details.slice(0, 10) : []
}

/** What to change, in one sentence, for services that have no list of faults. */
export function sentenceOf(refusal: Refusal, theirNames: Names): string {
  const faults = faultsOf(refusal)
  if (faults.length === 0) return refusal.sentence ?? errors[refusal.code].message
  return faults.map(({ path, message }) => `${theirPath(path, theirNames)}: ${message}`).join('; ')
}

export const theirPath = (path: string, theirNames: Names): string =>
  path
    .split('.')
    .map((part, index, parts) => {
      const within = parts.slice(0, index).findLast(outer => !/^\d+$/.test(outer))
      return [`${within}.${part}`, part].map(name => nameOf(name, theirNames)).find(name => name !== undefined) ?? part
    })
    .join('.')

const nameOf = (name: string, theirNames: Names): string | undefined =>
  Object.hasOwn(theirNames, name) ? theirNames[name] : undefined
