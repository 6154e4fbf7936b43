/** Events from the tenant's own application about its contacts. They use the same log, webhooks and workflows as all other events. */
import {
  type CustomEvent,
  type CustomEventCreate,
  maxEventDataBytes,
  maxEventDataDepth,
} from '@posthorn/contract/audience/custom-events'
import type { Caller } from '#core/caller.ts'
import { isId, newId } from '#core/id.ts'
import { invalid, notFound, type Refusal } from '#core/refusal.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { contactsByEmail } from '../read.ts'
import type { Address } from '../store.ts'
import { type EventRow, holdContacts, insertContactEvents } from './store.ts'

export type EventRequest = { caller: Pick<Caller, 'environmentId'>; asked: CustomEventCreate; now: Date }

/** Records many in order; a refused one does not affect the others. */
export async function recordCustomEvents(
  tx: Tx,
  requests: readonly EventRequest[],
): Promise<(CustomEvent | Refusal)[]> {
  const refusals = requests.map(({ asked }) => refusalOf(asked))
  const named = await contactsNamed(
    tx,
    requests.filter((_, nth) => !refusals[nth]),
  )
  // Holding the contact makes an erasure wait for these events and then delete them too.
  const held = await holdContacts(tx, [...named.values()])
  const rows: EventRow[] = []
  const verdicts = requests.map((request, nth) => {
    const address = named.get(request)
    const { asked, now } = request
    if (refusals[nth]) return refusals[nth]
    if (!address || !held.has(`${address.environmentId} ${address.id}`)) return notFound('contact')
    const { environmentId, id: contactId } = address
    const row = { environmentId, contactId, id: newId(now), name: asked.event, data: asked.data ?? {}, at: now }
    rows.push(row)
    return toWireCustomEvent(row)
  })
  if (rows.length > 0) await Promise.all([insertContactEvents(tx, rows), record(tx, rows.map(toFact))])
  return verdicts
}

/** Finds contacts by id or email; unknown emails and invalid ids are left out. */
async function contactsNamed(tx: Tx, requests: readonly EventRequest[]): Promise<Map<EventRequest, Address>> {
  const byEmail = requests.filter(({ asked }) => asked.email !== undefined)
  const found = await contactsByEmail(
    tx,
    byEmail.map(({ caller, asked }) => ({ environmentId: caller.environmentId, email: asked.email ?? '' })),
  )
  const idOf = new Map(byEmail.map((request, nth) => [request, found[nth]?.id]))
  return new Map(
    requests.flatMap(request => {
      const { asked, caller } = request
      const id = asked.email === undefined ? asked.contact_id : idOf.get(request)
      return id !== undefined && isId(id) ? [[request, { environmentId: caller.environmentId, id }] as const] : []
    }),
  )
}

function refusalOf({ event, data = {} }: CustomEventCreate): Refusal | undefined {
  if (event.startsWith('custom.'))
    return invalid({ path: 'event', message: 'must not start with custom., which the log adds' })
  const message = faultOfData(data)
  return message === undefined ? undefined : invalid({ path: 'data', message })
}

export function faultOfData(data: object): string | undefined {
  if (isDeeper(data, maxEventDataDepth)) return `must be at most ${maxEventDataDepth} levels deep`
  if (Buffer.byteLength(JSON.stringify(data)) <= maxEventDataBytes) return undefined
  return `must take at most ${maxEventDataBytes.toLocaleString('en')} bytes as JSON`
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1)))

const toFact = ({ environmentId, contactId, id, name, data, at }: EventRow) => ({
  ...{ environmentId, id, subjectId: contactId, at },
  type: `custom.${name}` as const,
  data: { contact_id: contactId, event: name, data },
})

const toWireCustomEvent = ({ id, name, contactId, at }: EventRow): CustomEvent => ({
  id,
  event: name,
  contact_id: contactId,
  created_at: at.toISOString(),
})
