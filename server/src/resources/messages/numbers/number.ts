import { formats } from '@posthorn/contract/formats'
import { senderPattern } from '@posthorn/contract/messages/sms'
import { Refusal } from '#core/refusal.ts'

/**
 * A number of ours: messages to it belong to this organization. Or a short code or a name that only this organization may send
 * from; a name cannot be answered.
 */
export type OwnNumber = { number: string; organizationId: string; createdAt: Date }

const sender = new RegExp(senderPattern)

export function parseNumber(text: string): string {
  const number = text.trim()
  if (sender.test(number)) return number
  throw new Refusal('validation_error', { message: `"${text.slice(0, 40)}" ${expected}.` })
}

const expected = `${formats.phone.expected}. A short code has 3 to 8 digits; a name has at most 11 letters, digits and spaces`
