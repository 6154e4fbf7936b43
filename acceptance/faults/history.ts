/** Reads the outcome of everything, once nothing is under way any more. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Credits } from '@posthorn/contract/account'
import type { Email, EmailListItem } from '@posthorn/contract/messages/email-replies'
import { expect } from 'vitest'
import type { SmtpSink } from '../../sinks/smtp-sink.ts'
import type { ReceivedMessage } from '../../sinks/smtp-sink-connection.ts'
import { type Client, client } from '../http-client/client.ts'
import { readMessage } from '../http-client/mime.ts'
import { type Page, readAll } from '../http-client/page.ts'
import { faultsOf, type Heard, type History, type Intent, type Receipt } from './checker.ts'

type Asked = { intents: readonly Intent[]; heard: readonly Heard[] }

type Reading = {
  canceled?: ReadonlySet<string>
  /** Sixty seconds after a fault nothing may be stuck; what is stuck shows in the history. */
  settledWithinMs?: number
  /** The service itself was halted. */
  slowAnswers?: boolean
}

export async function readHistory(
  { url, key }: { url: string; key: string },
  { intents, heard }: Asked,
  sink: Pick<SmtpSink, 'messages'>,
  { canceled = new Set(), settledWithinMs, slowAnswers = false }: Reading = {},
): Promise<History> {
  const api = client(url, key)
  await untilNothingIsUnderWay(api, settledWithinMs)
  const items = await readAll<EmailListItem>(api, '/v1/emails?limit=100')
  const listed = items.map(({ id }) => id).filter(id => !canceled.has(id))
  return {
    intents,
    heard: slowAnswers ? heard.map(one => ({ ...one, ms: 0 })) : heard,
    receipts: sink.messages.map(toReceipt),
    emails: await readEach(api, listed),
    listed,
    emailConsumed: (await api.get<Credits>('/v1/credits')).body.email_consumed,
  }
}

export async function expectNoFault(...args: Parameters<typeof readHistory>): Promise<History> {
  const history = await readHistory(...args)
  expect(faultsOf(history)).toEqual([])
  expect(history.intents.length, 'something was sent').toBeGreaterThan(0)
  return history
}

/** When no answer to a final dot was lost, there is one copy for each recipient, and no second one was announced. */
export function expectNoDuplicate({ intents, receipts, emails }: History): void {
  const copies = receipts.flatMap(({ recipients }) => recipients)
  expect(copies).toHaveLength(intents.flatMap(({ recipients }) => recipients).length)
  expect(warningsOf(emails)).toEqual([])
}

const warningsOf = (emails: readonly Pick<Email, 'id' | 'events'>[]): string[] =>
  emails.filter(({ events }) => events.some(({ type }) => type === 'possible_duplicate')).map(({ id }) => id)

/** The messages from now on: for tests that share a sink one after the other, each when the last one has settled. */
export function fromNowOn(sink: SmtpSink): Pick<SmtpSink, 'messages'> {
  const from = sink.messages.length
  return {
    get messages() {
      return sink.messages.slice(from)
    },
  }
}

export function toReceipt({ raw, rcptTo }: ReceivedMessage): Receipt {
  const head = readMessage(raw.toString('latin1', 0, raw.indexOf('\r\n\r\n')))
  return { key: head.header('Subject') ?? '', messageId: head.header('Message-ID') ?? '', recipients: rcptTo }
}

/** Waits for mail that the peer has deferred when told for how long. */
async function untilNothingIsUnderWay(api: Client, settledWithinMs = 0) {
  const states = settledWithinMs > 0 ? ['processing', 'scheduled', 'delivery_delayed'] : ['processing', 'scheduled']
  const isUnderWay = async (state: string) => {
    const { status, body } = await api.get<Page<EmailListItem>>(`/v1/emails?status=${state}&limit=1`)
    // A service whose database has just come back may still say so.
    return status !== 200 || body.data.length > 0
  }
  for (const until = Date.now() + Math.max(60_000, settledWithinMs); Date.now() < until; await pause(100)) {
    const underWay = await Promise.all(states.map(isUnderWay))
    if (!underWay.includes(true)) return
  }
}

async function readEach(api: Client, ids: readonly string[]): Promise<Email[]> {
  const emails: Email[] = []
  for (let from = 0; from < ids.length; from += 32) {
    const read = ids.slice(from, from + 32).map(async id => (await api.get<Email>(`/v1/emails/${id}`)).body)
    emails.push(...(await Promise.all(read)))
  }
  return emails
}
