import type { BroadcastFigures } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastChannel } from '@posthorn/contract/broadcasts/requests'
import type { Db } from '#postgres/database.ts'
import { toFigures } from './figures.ts'
import { countSms } from './sms-store.ts'
import { findStats, type StatsTotals } from './store.ts'

export type AllFigures = BroadcastFigures & { a: BroadcastFigures; b: BroadcastFigures }

type Counted = { environmentId: string; id: string; channel: BroadcastChannel }

/** The figures of one broadcast, and of each variant. */
export async function figuresOf(db: Db, broadcast: Counted): Promise<AllFigures> {
  const [figures] = await figuresOfEach(db, broadcast.environmentId, [broadcast])
  if (!figures) throw new Error('a broadcast was not counted')
  return figures
}

/**
 * In the order given. Emails are counted as their results arrive; text messages are few enough to be counted on demand, until they expire: then what was
 * kept counts.
 */
export async function figuresOfEach(
  db: Db,
  environmentId: string,
  broadcasts: readonly Counted[],
): Promise<AllFigures[]> {
  const idsOf = (list: readonly Counted[]) => list.map(({ id }) => id)
  const [kept, texts] = await Promise.all([
    findStats(db, environmentId, idsOf(broadcasts)),
    countSms(db, environmentId, idsOf(broadcasts.filter(({ channel }) => channel === 'sms'))),
  ])
  const [keptOf, textsOf] = [Map.groupBy(kept, ({ id }) => id), Map.groupBy(texts, ({ id }) => id)]
  return broadcasts.map(({ id }) => {
    const [known = [], counted = []] = [keptOf.get(id), textsOf.get(id)]
    const own = messagesOf(counted) > 0 && messagesOf(counted) >= messagesOf(known) ? counted : known
    const of = (variant: 'a' | 'b') => toFigures(own.filter(row => row.variant === variant))
    return { ...toFigures(own), a: of('a'), b: of('b') }
  })
}

const messagesOf = (rows: readonly StatsTotals[]): number => rows.reduce((sum, { messages }) => sum + messages, 0)
