import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { expect } from 'vitest'
import type { AttachedFile, Outgoing } from '../transport.ts'

/** A plain message with the given changes. */
export function outgoing(special: Partial<Outgoing>): Outgoing {
  return {
    messageId: '1f0c6f3e@mail.acme.test',
    date: new Date('2027-01-31T03:04:05Z'),
    from: { name: 'Acme, Inc.', address: 'hello@acme.test' },
    to: ['ada@example.com'],
    cc: [],
    replyTo: [],
    subject: 'Your order',
    html: null,
    text: 'Hello Ada',
    headers: {},
    attachments: [],
    ...special,
  }
}

export function file(special: Partial<AttachedFile>): AttachedFile {
  const plain = { filename: 'a.pdf', type: 'application/pdf', contentId: null, inline: false }
  return { ...plain, content: Buffer.from([0, 13, 10, 255, 13, 46, 10]), ...special }
}

export function read(message: Buffer): Promise<Email> {
  return PostalMime.parse(message, { forceRfc822Attachments: true })
}

export function bytesOf(attachment: Attachment | undefined): Buffer {
  if (!(attachment?.content instanceof ArrayBuffer)) throw new Error('no attachment of bytes')
  return Buffer.from(attachment.content)
}

export function headerBlock(message: Buffer): string {
  return message.toString('latin1').split('\r\n\r\n', 1)[0] ?? ''
}

export function headerNames(message: Buffer): string[] {
  const fields = headerBlock(message).split(/\r\n(?![ \t])/)
  return fields.map(field => field.slice(0, field.indexOf(':')))
}

/** What every server may require of a message: RFC 5321, 2.3.8 and 4.5.3.1.6. */
export function expectSound(message: Buffer): void {
  const text = message.toString('latin1')
  expect(text).not.toMatch(/\r(?!\n)|(?<!\r)\n|\0|\P{ASCII}/u)
  expect(text.split('\r\n').filter(line => line.length > 998)).toEqual([])
  expect(text.endsWith('\r\n')).toBe(true)
}

/** Sequences that some servers have taken for the end of a message. */
export const falseEnds = [
  '\n.\n',
  '\n.\r\n',
  '\r\n.\n',
  '\r.\r',
  '\r.\r\n',
  '\r\n.\r',
  '\r.\n',
  '\n.\r',
  '\r\n\0.\r\n',
  '\0\r\n.\r\n',
  '\n\n.\r\n',
  '\r\r.\r\n',
]
