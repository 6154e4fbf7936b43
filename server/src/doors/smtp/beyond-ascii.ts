/**
 * Addresses in letters beyond ASCII. They leave only with SMTPUTF8 at every server on the way, and what we send does not ask for it: whoever hands one in is told
 * at once. A domain of the envelope has a name in ASCII as well, and that is what we write to.
 */
import { domainToASCII } from 'node:url'
import type { Field } from '#core/message-fields.ts'
import type { SmtpReply } from '#core/submission.ts'

const ascii = /^[\x21-\x7e]*$/

export const isAscii = (address: string): boolean => ascii.test(address)

/** A domain in its own letters has another name in the DNS. */
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
      text: `5.6.7 ${where} has an address in letters beyond ASCII, which cannot leave: ${what}`,
    }
  }
}

/** RFC 6531, 3.5. */
export const beyondAsciiRecipient: SmtpReply = new BeyondAscii('The recipient', 'the part before the @ must be ASCII')
  .reply

const withAddresses = new Set(['from', 'sender', 'reply-to', 'to', 'cc'])

/** Those that readers see and answer to leave as they are written. Names beside them may have any letters. */
export function refuseBeyondAscii(fields: readonly Field[], addressesOf: (value: string) => string[]): void {
  for (const { name, value } of fields)
    if (withAddresses.has(name) && /[\u0080-\uffff]/.test(value) && !addressesOf(value).every(isAscii))
      throw new BeyondAscii(name, 'write it in ASCII, its domain as xn--...')
}
