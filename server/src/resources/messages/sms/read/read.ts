import type { Explanation } from '@posthorn/contract/messages/explanation'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import type { SmsKey } from '#transports/carrier.ts'
import { type EventOf, findEvents } from '../../explain/events.ts'
import { explain } from '../../explain/explain.ts'
import { countWaiting, findWaits, type Wait } from '../../explain/waits.ts'
import { findSms, type ListRow, listSms, type SmsFilters, type SmsRow } from './read-store.ts'
import { searchSms } from './search-store.ts'

export type SmsWithEvents = SmsRow & { events: readonly EventOf<'sms'>[]; wait: Wait | undefined }

const byTenant = { tenantOf: ({ environmentId }: SmsKey) => environmentId }

/** Reads single messages; concurrent reads share their queries. */
export function smsReader(db: Db): (caller: Pick<Caller, 'environmentId'>, id: string) => Promise<SmsWithEvents> {
  const find = gather<SmsKey, { sms: SmsWithEvents | undefined }>(async wanted => {
    // The events are read second, so that they include everything that led to the state that was read.
    const messages = await findSms(db, wanted)
    const rows = await findEvents(db, 'sms', wanted.map(toId))
    const events = Map.groupBy(rows, event => event.subjectId)
    const waits = await findWaits(db, 'sms', wanted.filter((_, index) => isOpen(messages[index])).map(toId))
    return messages.map(sms => ({
      sms: sms && { ...sms, events: events.get(sms.id) ?? [], wait: waits.get(sms.id) },
    }))
  }, byTenant)
  return async ({ environmentId }, id) => {
    // An id that cannot exist is not looked up.
    const { sms } = isId(id) ? await find({ environmentId, smsId: id }) : {}
    if (!sms) throw notFound('sms')
    return sms
  }
}

const isOpen = (sms: { status: string } | undefined) => sms?.status === 'processing'
const toId = ({ environmentId, smsId }: SmsKey) => ({ environmentId, id: smsId })

export async function explainSms(
  slowReads: Db,
  { environmentId }: Caller,
  { id, status, scheduledFor, events, wait, fallbackOf }: SmsWithEvents,
): Promise<Explanation> {
  const waiting = wait ? await countWaiting(slowReads, 'sms', environmentId, wait.waitsFor) : 0
  const fallback =
    fallbackOf === null
      ? undefined
      : { sentence: `It was sent because the email ${fallbackOf} did not arrive in time.`, decidedAt: null }
  return explain({ id, status, scheduledFor, events, wait, behind: Math.max(0, waiting - 1), fallback })
}

export async function readSmsList(
  db: Db,
  { environmentId }: Pick<Caller, 'environmentId'>,
  page: PageRequest,
  { search, ...filters }: SmsFilters & { search?: string | undefined },
): Promise<(ListRow & { wait: Wait | undefined })[]> {
  const rows =
    search === undefined
      ? await listSms(db, environmentId, page, filters)
      : await searchSms(db, environmentId, page, { ...filters, search })
  const waits = await findWaits(
    db,
    'sms',
    rows.filter(isOpen).map(({ id }) => ({ environmentId, id })),
  )
  return rows.map(row => ({ ...row, wait: waits.get(row.id) }))
}
