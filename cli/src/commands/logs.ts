import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import type { SmsListItem } from '@posthorn/contract/messages/sms'
import { streamEvents } from '../../../server/src/operator/commands/listening/event-stream.ts'
import { stateWriter } from '../../../server/src/operator/commands/listening/forward-events.ts'
import { askOrThrow } from '../api.ts'
import { type Paint, painter, printable } from '../colour.ts'
import { defineCommand, live } from '../command.ts'
import { type Access, accessFor } from '../login-file.ts'

/** A message, or an event of one. `id` is that of a message. */
type Line = { id?: string; at: string; what: string; whom: string; about: string }

export const logs = defineCommand({
  name: 'logs',
  summary: 'Shows the latest messages, and with --follow their events',
  example: 'logs --follow',
  options: {
    follow: { value: '', summary: 'Continues with events as they happen, until Ctrl-C', flag: true },
    live,
  },
  async run(given, { env, write, hasColours, untilInterrupted }) {
    const access = accessFor(env, given.live)
    const lines = await readLatest(access)
    const paint = painter(hasColours)
    if (!given.follow) return { json: { data: lines }, text: lines.map(line => shown(line, paint)).join('') }
    write(lines.map(line => shown(line, paint)).join(''))
    const signal = untilInterrupted()
    let count = 0
    for await (const { data } of streamEvents({ ...access, signal, onState: stateWriter(access.url, write) })) {
      const line = lineOf(JSON.parse(data))
      if (!line) continue
      count++
      write(shown(line, paint))
    }
    return { json: { events: count }, text: '' }
  },
})

const page = 20

/** A key with the permission to read only one of the two shows only that one. */
async function readLatest(access: Access): Promise<Line[]> {
  const [emails, texts] = await Promise.allSettled([
    askOrThrow<{ data: EmailListItem[] }>(access, { path: `/v1/emails?limit=${page}` }),
    askOrThrow<{ data: SmsListItem[] }>(access, { path: `/v1/sms?limit=${page}` }),
  ])
  if (emails.status === 'rejected' && texts.status === 'rejected') throw emails.reason
  const lines = [
    ...(emails.status === 'fulfilled' ? emails.value.data : []).map(({ id, created_at, status, to, subject }) => ({
      ...{ id, at: created_at, what: `email ${status}`, whom: to.join(', '), about: subject },
    })),
    ...(texts.status === 'fulfilled' ? texts.value.data : []).map(({ id, created_at, status, to, body }) => ({
      ...{ id, at: created_at, what: `sms ${status}`, whom: to, about: body },
    })),
  ]
  return lines.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-page)
}

/** Undefined for events that are not about a message. */
function lineOf({ type, created_at, data }: { type: string; created_at: string; data: object }): Line | undefined {
  if (!/^(email|sms)\./.test(type)) return undefined
  const { recipient, to, reply, reason, id, email_id, sms_id }: Record<string, unknown> = { ...data }
  const text = (...values: unknown[]) => String(values.find(value => typeof value === 'string') ?? '')
  return {
    at: created_at,
    what: type.replace('.', ' '),
    whom: text(recipient, Array.isArray(to) ? to.join(', ') : to),
    about: [text(email_id, sms_id, id), text(reason, reply)].filter(Boolean).join('  '),
  }
}

const bad = /bounced|failed|complained|undelivered|suppressed/
const waiting = /delayed|processing|scheduled|unconfirmed|duplicate/
/** The longest status. */
const width = 'email possible_duplicate'.length
const longest = 100

function shown({ at, what, whom, about }: Line, paint: Paint): string {
  const colour = bad.test(what) ? 'red' : waiting.test(what) ? 'yellow' : 'green'
  const time = paint('dim', at.slice(0, 19).replace('T', ' '))
  const rest = printable(`${whom}  ${about.length > longest ? `${about.slice(0, longest)} …` : about}`)
  return `${time}  ${paint(colour, what.padEnd(width))}  ${rest}\n`
}
