/** Reads and changes preferences by the token in an unsubscribe link. */
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { slowDown } from '#resources/account/people/sign-in-tries.ts'
import { type Copy, readUnsubscribeToken, tokenKey } from '#resources/messages/engagement/tokens.ts'
import {
  type ChosenPreferences,
  chooseTopic,
  type Preferences,
  readPreferences,
  savePreferences,
  unsubscribe,
} from './preferences.ts'

type Parts = { database: Database; clock: Clock; secret: Buffer }

export function unsubscribePage({ database, clock, secret }: Parts) {
  const key = tokenKey(secret)
  /** Throttles resubscribing: otherwise the holder of a link could fill the ledger by switching back and forth. Unsubscribing is never throttled. */
  const throttleReturn = ({ environmentId, emailId, nth }: Copy) =>
    slowDown(database.db, `return by ${environmentId} ${emailId} ${nth}`, { free: 30, maxWaitSeconds: 60 })
  return {
    async read(token: string): Promise<Preferences | undefined> {
      const copy = readUnsubscribeToken(key, token)
      return copy && readPreferences(database.db, copy)
    },
    async unsubscribe(token: string, from: { ip: string }): Promise<boolean> {
      const copy = readUnsubscribeToken(key, token)
      const way = { method: 'one_click', ...from } as const
      return copy ? database.transaction(tx => unsubscribe(tx, copy, way, clock())) : false
    },
    async chooseTopic(token: string, choice: { subscribed: boolean; ip: string }): Promise<boolean> {
      const copy = readUnsubscribeToken(key, token)
      if (copy && choice.subscribed) await throttleReturn(copy)
      return copy ? database.transaction(tx => chooseTopic(tx, copy, choice, clock())) : false
    },
    async save(token: string, chosen: ChosenPreferences): Promise<boolean> {
      const copy = readUnsubscribeToken(key, token)
      if (copy && chosen.isSubscribed) await throttleReturn(copy)
      return copy ? database.transaction(tx => savePreferences(tx, copy, chosen, clock())) : false
    },
  }
}
