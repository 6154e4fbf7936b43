/**
 * What a provider posts about mail that its relay has taken from us. Nothing of it counts before it is known to come from the
 * provider. The same report twice changes nothing, so none is remembered.
 */
import { timingSafeEqual } from 'node:crypto'
import { isId } from '#core/id.ts'
import type { News, Notice, Report } from '#core/returned-mail.ts'
import { type Fields, textOf } from '../carriers/fields.ts'
import { oneLine } from '../carriers/one-line.ts'

export type Posted = { headers: Readonly<Record<string, string | undefined>>; body: Buffer }

/** Reports about one email are in the order in which they count. */
export type ProviderReading =
  | { kind: 'unauthorized' }
  | { kind: 'unreadable' }
  | { kind: 'read'; reports: readonly Report[] }

export type ReadProvider = (posted: Posted, now: Date) => ProviderReading

export const unauthorized: ProviderReading = { kind: 'unauthorized' }
export const unreadable: ProviderReading = { kind: 'unreadable' }

/** None where it is about no email of ours, or says nothing that counts. */
export function reportOf(emailId: string | undefined, address: unknown, news: News | undefined): Report[] {
  if (emailId === undefined || !news) return []
  const about = textOf(address).trim().slice(0, 320)
  const notices: Notice[] = [{ about: about === '' ? [] : [about], news }]
  return [{ subject: { emailId, nth: null }, notices }]
}

/** The name that our relay gave it (relay-label.ts), or else the identifier that we composed. */
export function emailIdIn(label: unknown, messageId: unknown): string | undefined {
  const given = textOf(label)
  const emailId = given || /^<?([0-9a-f-]{36})@/.exec(textOf(messageId).slice(0, 500))?.[1] || ''
  return isId(emailId) ? emailId : undefined
}

export const delivered = (words: unknown): News => ({ kind: 'delivered', reply: oneLine(textOf(words)) })
export const delayed = (words: unknown): News => ({ kind: 'delayed', reply: oneLine(textOf(words)) })
export const complained: News = { kind: 'complained', feedback: 'abuse' }

/** Null when it is neither an object nor a list. */
export function parseBody(body: Buffer): Fields | readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    // `as`: what is no list is an object here, of which any field may be missing.
    return typeof value === 'object' ? (value as Fields | readonly unknown[] | null) : null
  } catch {
    return null
  }
}

/** In a time that tells nothing of where they differ. */
export function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
