import { formats } from '@posthorn/contract/formats'
import { senderPattern } from '@posthorn/contract/messages/sms'
import { Refusal } from '#core/refusal.ts'

/**
 * One of our own numbers: what people send to it is for this organization. Or a short code, or a name that only this organization
 * may send from; nobody can answer a name.
 */
export type OwnNumber = { number: string; organizationId: string; createdAt: Date }

const sender = new RegExp(senderPattern)

export function parseNumber(text: string): string {
  const number = text.trim()
  if (sender.test(number)) return number
  throw new Refusal('validation_error', { message: `"${text.slice(0, 40)}" ${expected}.` })
}

const expected = `${formats.phone.expected}. A short code has 3 to 8 digits; a name has at most 11 letters, digits and spaces`
