/** The answers stored under idempotency keys. A repeated request still gets one, so that it neither creates the contact nor sends the message again. */
import { erasedEmail, erasedNumber, erasedSubject } from '@posthorn/contract/audience/erasures'
import type { Person } from './person.ts'

/** The contact may have had another address when the answer was stored. */
export type ErasedPerson = { person: Person; contactId?: string | null }

/** Without the content that is about this person alone. Mentions in the rest are replaced afterwards. */
export function withoutContent(answer: unknown, erased: ErasedPerson): unknown {
  if (typeof answer !== 'object' || answer === null) return answer
  if ('email_subscribed' in answer) return isTheirs(answer, erased) ? withoutValues(answer) : answer
  if (!('to' in answer) || ![answer.to].flat().every(one => isNamed(one, erased))) return answer
  return {
    ...answer,
    ...('subject' in answer && { subject: erasedSubject }),
    ...('body' in answer && { body: '' }),
  }
}

type ContactAnswer = { email_subscribed: unknown; id?: unknown; email?: unknown; phone_number?: unknown }

const isTheirs = ({ id, email, phone_number }: ContactAnswer, erased: ErasedPerson): boolean =>
  (typeof id === 'string' && id === erased.contactId) || isNamed(email, erased) || isNamed(phone_number, erased)

const isNamed = (value: unknown, { person: { email, phoneNumber } }: ErasedPerson): boolean =>
  typeof value === 'string' && (value.toLowerCase() === email || value === phoneNumber)

const withoutValues = (contact: ContactAnswer): object => ({
  ...Object.fromEntries(Object.entries(contact).filter(([name]) => !values.has(name))),
  ...(contact.email !== undefined && { email: erasedEmail }),
  ...(contact.phone_number !== undefined && { phone_number: erasedNumber }),
})

const values = new Set(['first_name', 'last_name', 'properties'])
