/**
 * Addresses with non-ASCII letters. They need SMTPUTF8 at every server on the way, and we do not send with it, so such an address is refused at once.
 * A domain in the envelope also has an ASCII name, and we use that.
 */
import { domainToASCII } from 'node:url'
import type { Field } from '#core/message-fields.ts'
import type { SmtpReply } from '#core/submission.ts'

const ascii = /^[\x21-\x7e]*$/

export const isAscii = (address: string): boolean => ascii.test(address)

/** Converts a non-ASCII domain to its name in the DNS. */
export function inDns(address: string): string {
  if (isAscii(address)) return address
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

export class BeyondAscii extends Error {
  readonly reply: SmtpReply
  constructor(where: string, what: string) {
    super(where)
    this.reply = {
      code: 550,
      text: `5.6.7 ${where} has an address with non-ASCII letters, which cannot be sent: ${what}`,
    }
  }
}

/** RFC 6531, 3.5. */
export const beyondAsciiRecipient: SmtpReply = new BeyondAscii('The recipient', 'the part before the @ must be ASCII')
  .reply

const withAddresses = new Set(['from', 'sender', 'reply-to', 'to', 'cc'])

/** Addresses in these fields are sent as they are written. Display names may contain any letters. */
export function refuseBeyondAscii(fields: readonly Field[], addressesOf: (value: string) => string[]): void {
  for (const { name, value } of fields)
    if (withAddresses.has(name) && /[\u0080-\uffff]/.test(value) && !addressesOf(value).every(isAscii))
      throw new BeyondAscii(name, 'write it in ASCII, its domain as xn--...')
}
