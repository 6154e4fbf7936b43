/**
 * Reads reports of a provider about mail that its relay accepted from us. A report is used only after its authentication.
 * Repeated reports change nothing, so they are not tracked.
 */
import { timingSafeEqual } from 'node:crypto'
import { isId } from '#core/id.ts'
import type { News, Notice, Report } from '#core/returned-mail.ts'
import { type Fields, textOf } from '../carriers/fields.ts'
import { oneLine } from '../carriers/one-line.ts'

export type Posted = { headers: Readonly<Record<string, string | undefined>>; body: Buffer }

/** Reports about one email are in the order in which they apply. */
export type ProviderReading =
  | { kind: 'unauthorized' }
  | { kind: 'unreadable' }
  | { kind: 'read'; reports: readonly Report[] }

export type ReadProvider = (posted: Posted, now: Date) => ProviderReading

export const unauthorized: ProviderReading = { kind: 'unauthorized' }
export const unreadable: ProviderReading = { kind: 'unreadable' }

/** Empty when it matches no email of ours, or has no relevant event. */
export function reportOf(emailId: string | undefined, address: unknown, news: News | undefined): Report[] {
  if (emailId === undefined || !news) return []
  // Resend may give it with the name of the recipient.
  const about = textOf(address)
    .slice(0, 1_000)
    .replace(/^.*<|>\s*$/g, '')
    .trim()
    .slice(0, 320)
  const notices: Notice[] = [{ about: about === '' ? [] : [about], news }]
  return [{ subject: { emailId, nth: null }, notices }]
}

/** From the label for the relay (relay-label.ts), or else from our Message-ID. */
export function emailIdIn(label: unknown, messageId: unknown): string | undefined {
  const given = textOf(label)
  const emailId = given || /^<?([0-9a-f-]{36})@/.exec(textOf(messageId).slice(0, 500))?.[1] || ''
  return isId(emailId) ? emailId : undefined
}

export const delivered = (words: unknown): News => ({ kind: 'delivered', reply: oneLine(textOf(words)) })
export const delayed = (words: unknown): News => ({
  kind: 'delayed',
  reply: oneLine(textOf(words)),
  byProvider: true,
})
/** The provider's own list or limit stopped the email, which says nothing about the mailbox. */
export const notTried = (provider: string, words: string): News => {
  const reply = oneLine(`${provider} did not send it: ${words}`)
  return { kind: 'bounced', bounce: 'other', suppress: false, reply }
}
export const complained: News = { kind: 'complained', feedback: 'abuse' }

/** Null when the body is neither an object nor an array. */
export function parseBody(body: Buffer): Fields | readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    // `as`: an array, or an object in which any field may be missing.
    return typeof value === 'object' ? (value as Fields | readonly unknown[] | null) : null
  } catch {
    return null
  }
}

/** Compares in constant time. */
export function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
