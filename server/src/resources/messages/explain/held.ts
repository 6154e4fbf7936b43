/** What messages wait for when no destination is at fault: a time, or somebody here. Pure. */
import { operatorPrefix } from '#core/refusal.ts'
import { restoredPrefix } from '#postgres/restored-copy.ts'
import { quietPrefix } from '../quiet-hours/quiet-hours.ts'
import { localTimePrefix, pausedBroadcastPrefix, pausedPrefix } from '../reputation/rates.ts'

export const heldPrefixes: readonly string[] = [
  ...[quietPrefix, localTimePrefix, pausedPrefix, pausedBroadcastPrefix, restoredPrefix, operatorPrefix],
]

export const isHeldOnPurpose = (waitsFor: string): boolean => heldPrefixes.some(prefix => waitsFor.startsWith(prefix))

export const isRestored = (waitsFor: string): boolean => waitsFor.startsWith(restoredPrefix)

export const isPaused = (waitsFor: string): boolean =>
  waitsFor.startsWith(pausedPrefix) || waitsFor.startsWith(pausedBroadcastPrefix)

export const waitsForLocalTime = (waitsFor: string): boolean => waitsFor.startsWith(localTimePrefix)

export const needsOperator = (waitsFor: string): boolean => waitsFor.startsWith(operatorPrefix)
