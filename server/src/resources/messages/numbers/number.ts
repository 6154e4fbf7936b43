import { formats } from '@posthorn/contract/formats'
import { Refusal } from '#core/refusal.ts'

/** One of our own numbers: what people send to it is for this organization. */
export type OwnNumber = { number: string; organizationId: string; createdAt: Date }

export function parseNumber(text: string): string {
  const number = text.trim()
  if (formats.phone.check(number)) return number
  throw new Refusal('validation_error', { message: `"${text.slice(0, 40)}" ${formats.phone.expected}.` })
}
