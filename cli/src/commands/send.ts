import { readFileSync } from 'node:fs'
import type { EmailAccepted } from '@posthorn/contract/messages/email-replies'
import type { SmsAccepted } from '@posthorn/contract/messages/sms'
import { fatal } from '../../../server/src/core/fatal.ts'
import { whyUnreadable } from '../../../server/src/core/process/file-fault.ts'
import { askOrThrow } from '../api.ts'
import { defineCommand, live } from '../command.ts'
import { accessFor } from '../login-file.ts'
import type { Terminal } from '../terminal.ts'

const options = {
  to: { value: '<address>', summary: 'The recipient; repeat it for more', required: true, multiple: true },
  from: {
    value: '<address>',
    summary: 'The sender, such as "Acme <hello@acme.com>", or a number with --sms',
    required: true,
  },
  subject: { value: '<text>', summary: 'The subject of an email' },
  text: { value: '<text>', summary: 'The plain text' },
  html: { value: '<html>', summary: 'The HTML' },
  file: { value: '<file>', summary: 'A file with the content: HTML if its name ends in .html; - is stdin' },
  'idempotency-key': { value: '<key>', summary: 'Sends only once, however often you repeat the command with this key' },
  sms: { value: '', summary: 'Sends a text message instead of an email', flag: true },
  live,
} as const

type Content = { text?: string; html?: string }

export const send = defineCommand({
  name: 'send',
  summary: 'Sends an email, or with --sms a text message',
  example: 'send --from hello@acme.test --to ada@example.com --subject Hello --text "Good to have you here."',
  options,
  async run(given, terminal) {
    const access = accessFor(terminal.env, given.live)
    const content = await readContent(given, terminal)
    const idempotencyKey = given['idempotency-key']
    if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,256}$/.test(idempotencyKey))
      throw fatal('--idempotency-key must be 1 to 256 printable ASCII characters.')
    const once = { method: 'POST', ...(idempotencyKey !== undefined && { idempotencyKey }) }
    if (!given.sms) {
      const body = { from: given.from, to: given.to, ...(given.subject && { subject: given.subject }), ...content }
      const email = await askOrThrow<EmailAccepted>(access, { ...once, path: '/v1/emails', body })
      const left =
        email.suppressed_recipients.length > 0 ? ` Suppressed: ${email.suppressed_recipients.join(', ')}.` : ''
      return { json: email, text: `Accepted as ${email.id} for ${email.to.join(', ')}.${left}\n` }
    }
    const [to, ...others] = given.to
    if (others.length > 0) throw fatal('A text message has one recipient: give --to once.')
    const body = { from: given.from, to, body: content.text }
    const sms = await askOrThrow<SmsAccepted>(access, { ...once, path: '/v1/sms', body })
    return {
      json: sms,
      text: `Accepted as ${sms.id} for ${sms.to}, ${sms.segments_count} ${sms.segments_count === 1 ? 'segment' : 'segments'}.\n`,
    }
  },
})

type ContentOptions = Record<'subject' | 'text' | 'html' | 'file', string | undefined> & { sms: boolean }

async function readContent(given: ContentOptions, terminal: Terminal): Promise<Content> {
  const { text, html, file, sms } = given
  if (text === undefined && html === undefined && file === undefined)
    throw fatal(`There is no content: give ${sms ? '--text' : '--text, --html'} or --file.`)
  for (const name of ['subject', 'html'] as const)
    if (sms && given[name] !== undefined) throw fatal(`--${name} is for email: leave it out with --sms.`)
  const kind = !sms && /\.html?$/i.test(file ?? '') ? 'html' : 'text'
  if (file !== undefined && given[kind] !== undefined)
    throw fatal(`The content is given twice: leave out --${kind} or --file.`)
  return {
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    ...(file !== undefined && { [kind]: await readFile(file, terminal) }),
  }
}

function readFile(file: string, { readInput }: Terminal): Promise<string> | string {
  if (file === '-') return readInput()
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw fatal(`--file ${file} cannot be read: ${whyUnreadable(file, error)}`, error)
  }
}
