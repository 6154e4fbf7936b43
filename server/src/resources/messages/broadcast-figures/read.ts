import type { BroadcastFigures } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastChannel } from '@posthorn/contract/broadcasts/requests'
import type { Db } from '#postgres/database.ts'
import { toFigures } from './figures.ts'
import { countSms } from './sms-store.ts'
import { findStats } from './store.ts'

export type AllFigures = BroadcastFigures & { a: BroadcastFigures; b: BroadcastFigures }

type Counted = { environmentId: string; id: string; channel: BroadcastChannel }

/** The figures of one broadcast, and of each variant. */
export async function figuresOf(db: Db, broadcast: Counted): Promise<AllFigures> {
  const [figures] = await figuresOfEach(db, broadcast.environmentId, [broadcast])
  if (!figures) throw new Error('a broadcast was not counted')
  return figures
}

/** In the order given. Emails are counted as their results arrive; text messages are few enough to be counted on demand. */
export async function figuresOfEach(
  db: Db,
  environmentId: string,
  broadcasts: readonly Counted[],
): Promise<AllFigures[]> {
  const idsOf = (channel: BroadcastChannel) => broadcasts.filter(one => one.channel === channel).map(({ id }) => id)
  const [emails, texts] = await Promise.all([
    findStats(db, environmentId, idsOf('email')),
    countSms(db, environmentId, idsOf('sms')),
  ])
  const rows = Map.groupBy([...emails, ...texts], ({ id }) => id)
  return broadcasts.map(({ id }) => {
    const own = rows.get(id) ?? []
    const of = (variant: 'a' | 'b') => toFigures(own.filter(row => row.variant === variant))
    return { ...toFigures(own), a: of('a'), b: of('b') }
  })
}
