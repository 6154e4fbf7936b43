/** Who holds a webhook, named so that a successor on the same machine can tell whether it still lives. */
import { randomUUID } from 'node:crypto'
import { type Identity, isRunning } from '#core/process-identity.ts'

export const nameHolder = ({ machine, process }: Identity): string => [randomUUID(), process, machine].join(' ')

/** In doubt it lives: then its hold ends by itself. */
export function hasEnded(holder: string, { machine }: Identity): boolean {
  const [, process = '', ...where] = holder.split(' ')
  return where.join(' ') === machine && !isRunning(process)
}
