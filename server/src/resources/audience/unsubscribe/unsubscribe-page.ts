/** The desk behind the page: from the token to the tables. */
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { slowDown } from '#resources/account/people/sign-in-tries.ts'
import { type Copy, readUnsubscribeToken, tokenKey } from '#resources/messages/engagement/tokens.ts'
import {
  chooseTopic,
  type Preferences,
  readPreferences,
  savePreferences,
  unsubscribe,
  type Wishes,
} from './preferences.ts'

type Parts = { database: Database; clock: Clock; secret: Buffer }

export function unsubscribePage({ database, clock, secret }: Parts) {
  const key = tokenKey(secret)
  /** What brings somebody back has to wait, or whoever has a link could fill the ledger by going to and fro. The buttons that leave never wait. */
  const slowReturn = ({ environmentId, emailId, nth }: Copy) =>
    slowDown(database.db, `return by ${environmentId} ${emailId} ${nth}`, { free: 30, longestWaitSeconds: 60 })
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
    async chooseTopic(token: string, wish: { subscribed: boolean; ip: string }): Promise<boolean> {
      const copy = readUnsubscribeToken(key, token)
      if (copy && wish.subscribed) await slowReturn(copy)
      return copy ? database.transaction(tx => chooseTopic(tx, copy, wish, clock())) : false
    },
    async save(token: string, wishes: Wishes): Promise<boolean> {
      const copy = readUnsubscribeToken(key, token)
      if (copy && wishes.isSubscribed) await slowReturn(copy)
      return copy ? database.transaction(tx => savePreferences(tx, copy, wishes, clock())) : false
    },
  }
}
