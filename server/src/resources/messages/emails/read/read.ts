import type { EmailStatus } from '@posthorn/contract/event-names'
import type { Explanation } from '@posthorn/contract/messages/explanation'
import { domainOf } from '#core/addresses/email-address.ts'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import type { PageRequest } from '#core/page.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { findSuppressed } from '#resources/audience/suppressions/read.ts'
import { suppressionKey } from '#resources/audience/suppressions/suppression.ts'
import { readFailure } from '#resources/messages/domains/read.ts'
import { fallbackOf } from '#resources/messages/fallbacks/read.ts'
import { explainFallback } from '#resources/messages/fallbacks/words.ts'
import type { OpenMessage } from '#transports/transport.ts'
import { type EventOf, findEvents } from '../../explain/events.ts'
import { explain } from '../../explain/explain.ts'
import { countWaiting, findWaits, type Wait } from '../../explain/waits.ts'
import type { WithOutside } from '../body/join.ts'
import type { FetchContent } from '../body/outside-content.ts'
import { hasContent, unpack } from '../body/pack.ts'
import { type FillBroadcasts, noBroadcasts } from '../filled.ts'
import { nothingOutside } from '../outside/fetch.ts'
import {
  type EmailFilters,
  type EmailRow,
  findEmails,
  findWorkflow,
  type ListRow,
  listEmails,
  type WorkflowRow,
} from './read-store.ts'
import { searchEmails } from './search-store.ts'

export type EmailWithEvents = EmailRow & { events: readonly EventOf<'email'>[]; wait: Wait | undefined }

/** An email may have 10 MiB. */
const fewAtOnce = { maxBatch: 25, tenantOf: ({ environmentId }: EmailKey) => environmentId }

/** Reads single emails; concurrent reads share their queries. */
export function emailReader(
  db: Db,
  { fetchContent = nothingOutside, fillBroadcasts = noBroadcasts, openMessage }: ReaderParts = {},
): (caller: Reader, id: string) => Promise<EmailWithEvents> {
  const find = gather<EmailKey, { email: (EmailWithEvents & WithOutside) | undefined }>(async wanted => {
    const emails = await findEmails(db, wanted)
    const events = Map.groupBy(await findEvents(db, 'email', wanted.map(toId)), event => event.subjectId)
    const waits = await findWaits(db, 'email', wanted.filter((_, index) => isOpen(emails[index]?.status)).map(toId))
    return emails.map(email => ({
      email: email && { ...email, events: events.get(email.id) ?? [], wait: waits.get(email.id) },
    }))
  }, fewAtOnce)
  return async (caller, id) => {
    const { email } = await find(keyOf(caller, id))
    if (!email) throw notFound('email')
    const { outside, ...inside } = email
    const whole = outside ? { ...inside, ...unpack(await fetchContent(outside)) } : inside
    if (whole.message) {
      const opened = await openMessage?.(whole.message, caller.organizationId ?? '')
      return opened ? { ...whole, html: opened.html, text: opened.text } : whole
    }
    if (!whole.broadcast) return whole
    const [filled] = await fillBroadcasts([{ ...whole.broadcast, environmentId: caller.environmentId }])
    // An email that cannot be filled in has failed for that reason: there is nothing to show.
    return filled && !(filled instanceof Refusal) ? { ...whole, ...filled } : whole
  }
}

export type ReaderParts = { fetchContent?: FetchContent; fillBroadcasts?: FillBroadcasts; openMessage?: OpenMessage }
type Reader = Pick<Caller, 'environmentId'> & Partial<Pick<Caller, 'organizationId'>>

const isOpen = (status: EmailStatus | undefined) => status === 'processing' || status === 'delivery_delayed'
const toId = ({ environmentId, emailId }: EmailKey) => ({ environmentId, id: emailId })

export async function explainEmail(db: Db, slowReads: Db, caller: Caller, id: string): Promise<Explanation> {
  const key = keyOf(caller, id)
  const workflow = await readWorkflow(db, caller, id)
  const events = await findEvents(db, 'email', [toId(key)])
  const wait = (await findWaits(db, 'email', [toId(key)])).get(id)
  const waiting = wait ? await countWaiting(slowReads, 'email', key.environmentId, wait.waitsFor) : 0
  const { status, scheduledFor, fromAddress } = workflow
  const sender = await readFailure(db, caller.organizationId, domainOf(fromAddress))
  const row = await fallbackOf(db, key)
  const fallback = row ? explainFallback(row, status) : undefined
  const suppressed = await findSuppressedAmong(db, key.environmentId, events)
  const behind = Math.max(0, waiting - 1)
  return explain({ id, status, scheduledFor, events, wait, behind, sender, fallback, suppressed })
}

/** In lower case, of the recipients that bounced or complained. */
async function findSuppressedAmong(
  db: Db,
  environmentId: string,
  events: readonly EventOf<'email'>[],
): Promise<ReadonlySet<string>> {
  const lost = events.flatMap(({ type, data: { recipient } }) =>
    lostTypes.has(type) && typeof recipient === 'string' ? [recipient.toLowerCase()] : [],
  )
  const keys = await findSuppressed(
    db,
    lost.map(email => ({ environmentId, email })),
  )
  return new Set(lost.filter(email => keys.has(suppressionKey(environmentId, email))))
}

const lostTypes: ReadonlySet<string> = new Set(['bounced', 'complained'])

/** An id that cannot exist is not looked up. */
export function keyOf({ environmentId }: Pick<Caller, 'environmentId'>, id: string): EmailKey {
  if (!isId(id)) throw notFound('email')
  return { environmentId, emailId: id }
}

/** Refuses an email whose content is not kept any more. Html and text may be `outside`. */
export async function findWithContent(db: Db, key: EmailKey): Promise<EmailRow & WithOutside> {
  const [email] = await findEmails(db, [key])
  if (!email) throw notFound('email')
  if (!hasContent(email) && !email.outside && !email.broadcast)
    throw new Refusal('invalid_state', {
      message:
        'The content of this email is not kept any more. GET /v1/retention says how long this environment keeps content.',
    })
  return email
}

export async function readEmails(
  db: Db,
  { environmentId }: Pick<Caller, 'environmentId'>,
  page: PageRequest,
  { search, ...filters }: EmailFilters & { search?: string | undefined },
): Promise<(ListRow & { wait: Wait | undefined })[]> {
  if (filters.templateId !== undefined && !isId(filters.templateId)) return []
  const rows =
    search === undefined
      ? await listEmails(db, environmentId, page, filters)
      : await searchEmails(db, environmentId, page, { ...filters, search })
  const open = rows.filter(({ status }) => isOpen(status)).map(({ id }) => ({ environmentId, id }))
  const waits = await findWaits(db, 'email', open)
  return rows.map(row => ({ ...row, wait: waits.get(row.id) }))
}

export async function readWorkflow(db: Db, caller: Caller, id: string): Promise<WorkflowRow> {
  const workflow = await findWorkflow(db, keyOf(caller, id))
  if (!workflow) throw notFound('email')
  return workflow
}
