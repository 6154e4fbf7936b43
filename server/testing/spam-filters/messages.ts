/** Six typical messages, made by the code that makes them in production. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { returnPath, unsubscribeMailbox } from '#resources/messages/domains/return-path.ts'
import type { Content } from '#resources/messages/emails/content/content-store.ts'
import { personalize } from '#resources/messages/emails/deliver/personalize.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import { compose } from '#transports/mime/compose.ts'
import { sign } from '#transports/mime/dkim.ts'
import { changeHtml, findMarks } from '#transports/mime/links.ts'
import type { AttachedFile, DkimKey } from '#transports/transport.ts'
import type { DnsTable } from '../../../sinks/dns-stub.ts'

const secret = Buffer.alloc(32, 7)
const returned = { emailId: emailId(0), nth: 0, domain: 'bounces.example.com' }
export const sender = { host: 'mail.example.com', address: '203.0.113.9', mailFrom: returnPath(secret, returned) }
export const recipient = 'ada@example.net'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')
const keys: DkimKey[] = [
  { domain: 'example.com', selector: 'r', privateKey: rsa.privateKey },
  { domain: 'example.com', selector: 'e', privateKey: ed25519.privateKey },
]
const der = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })

/** The records that `domain add` asks for. */
export const records: DnsTable = {
  'example.com': { A: [sender.address], MX: [{ priority: 10, exchange: sender.host }] },
  'mail.example.com': { A: [sender.address], TXT: ['v=spf1 a -all'] },
  'links.example.com': { A: [sender.address] },
  'bounces.example.com': { MX: [{ priority: 10, exchange: sender.host }], TXT: ['v=spf1 a:mail.example.com -all'] },
  '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject'] },
  'r._domainkey.example.com': { TXT: [`v=DKIM1; k=rsa; p=${der(rsa.publicKey).toString('base64')}`] },
  'e._domainkey.example.com': {
    TXT: [`v=DKIM1; k=ed25519; p=${der(ed25519.publicKey).subarray(-32).toString('base64')}`],
  },
}

type Sent = Pick<Content, 'subject' | 'html' | 'text'> & {
  isTracked?: boolean
  isBroadcast?: boolean
  files?: readonly AttachedFile[]
}

const order = `<p>Hello Ada,</p>
<p>thank you for your order 1017. We have packed one lamp and two bulbs, and they leave our house today.
You can follow them until they are with you, and you have thirty days to send back what you do not like.</p>
<p><a href="https://shop.example.com/orders/1017">See your order</a></p>
<p>Kind regards<br>Acme, 1 High Street, Springfield</p>`

const news = `<h1>What is new in May</h1>
<p>The workshop has moved to a larger place, and there is room for twelve people now. The first evening is on the
fourth, about mending lamps; bring one along if you have one that does not work.</p>
<p><a href="https://shop.example.com/workshop">Read about the workshop</a></p>
<p>Acme, 1 High Street, Springfield</p>`

export const messages: Record<string, Sent> = {
  transactional: { subject: 'Your order 1017', html: order, text: null },
  tracked: { subject: 'Your order 1017', html: order, text: null, isTracked: true },
  'tracked, one line': {
    subject: 'Your order has left',
    html: '<p>Hello Ada, your order has left. <a href="https://shop.example.com/1017">See where it is</a></p>',
    ...{ text: null, isTracked: true },
  },
  broadcast: { subject: 'What is new in May', html: news, text: null, isTracked: true, isBroadcast: true },
  'one-time code': {
    subject: 'Your code is 482913',
    html: '<p>Your code is <b>482913</b>. It works for ten minutes.</p>',
    text: null,
  },
  'invoice with a PDF': { subject: 'Your invoice 1017', html: order, text: null, files: [invoice()] },
  'plain text': {
    subject: 'Lunch',
    html: null,
    text: 'Hello Ada,\n\nshall we meet at noon, as we said last week?\n\nBob\n',
  },
}

function emailId(nth: number): string {
  return `01945c1e-9b02-7a41-8f1d-5b9a3c7e6d${20 + nth}`
}

/** The message as the recipient's server has it: with the header of its origin. */
export async function receive(sent: Sent, nth: number): Promise<Buffer> {
  const date = new Date()
  const copy = { environmentId: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11', emailId: emailId(nth), nth: 0 }
  const content: Content = {
    ...{ fromAddress: 'shop@example.com', fromName: 'Acme', to: [recipient], cc: null, replyTo: null },
    ...{ subject: sent.subject, html: sent.html, text: sent.text, headers: null, attachments: 0, date },
  }
  const { isTracked = false, isBroadcast = false, files = [] } = sent
  const email = {
    ...{ trackOpens: isTracked, trackClicks: isTracked, unsubscribe: isBroadcast },
    messageStream: isBroadcast ? 'broadcast' : 'transactional',
  }
  const own = personalize(email, content, copy, {
    ...{ key: tokenKey(secret), changeHtml, base: 'https://links.example.com' },
    marks: isTracked ? findMarks(sent.html ?? '') : null,
    unsubscribeMailbox: unsubscribeMailbox(secret, returned),
  })
  const composed = await compose({
    ...{ messageId: `${copy.emailId}@example.com`, date, from: { name: 'Acme', address: content.fromAddress } },
    ...{ to: content.to, cc: [], replyTo: [], subject: own.subject, html: own.html, text: own.text },
    ...{ headers: own.headers ?? {}, attachments: files },
  })
  return Buffer.concat([Buffer.from(received(date)), await sign(composed, keys)])
}

const received = (date: Date): string =>
  [
    `Return-Path: <${sender.mailFrom}>`,
    `Received: from ${sender.host} (${sender.host} [${sender.address}])`,
    '\tby mx.example.net with ESMTPS id 1a2b3c',
    `\t(using TLSv1.3); ${date.toUTCString().replace('GMT', '+0000')}`,
    '',
  ].join('\r\n')

/** A PDF page with one line. */
function invoice(): AttachedFile {
  const drawing = 'BT /F1 12 Tf 72 720 Td (Invoice 1017: one lamp, two bulbs, 42.00) Tj ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((body, nth) => `${nth + 1} 0 obj\n${body}\nendobj\n`)
  const file = ['%PDF-1.4\n', ...objects].join('')
  const starts = objects.map(one => `${String(file.indexOf(one)).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 6\n0000000000 65535 f \n${starts.join('')}`
  const content = Buffer.from(`${file}${table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`)
  return { filename: 'invoice-1017.pdf', type: 'application/pdf', contentId: null, inline: false, content }
}
