import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import type { SmsKey } from '#transports/carrier.ts'
import {
  type EventRow,
  findEvents,
  findSms,
  type ListRow,
  listSms,
  type SmsFilters,
  type SmsRow,
} from './read-store.ts'

export type SmsWithEvents = SmsRow & { events: readonly EventRow[] }

const byTenant = { tenantOf: ({ environmentId }: SmsKey) => environmentId }

/** Reads single messages; those that are asked for at the same moment share their queries. */
export function smsReader(db: Db): (caller: Caller, id: string) => Promise<SmsWithEvents> {
  const find = gather<SmsKey, { sms: SmsWithEvents | undefined }>(async wanted => {
    // The events come second: what has happened to a message as it was read is among them.
    const messages = await findSms(db, wanted)
    const rows = await findEvents(db, wanted)
    const events = Map.groupBy(rows, event => event.subjectId)
    return messages.map(sms => ({ sms: sms && { ...sms, events: events.get(sms.id) ?? [] } }))
  }, byTenant)
  return async ({ environmentId }, id) => {
    // An id that cannot exist is not asked for.
    const { sms } = isId(id) ? await find({ environmentId, smsId: id }) : {}
    if (!sms) throw notFound('sms')
    return sms
  }
}

export const readSmsList = (
  db: Db,
  { environmentId }: Caller,
  page: PageRequest,
  filters: SmsFilters,
): Promise<ListRow[]> => listSms(db, environmentId, page, filters)
