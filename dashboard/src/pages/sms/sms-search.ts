import type { SmsStatus } from '@posthorn/contract/messages/sms'
import type { Input } from '#api/operation-types.ts'
import { messageFields } from '#messages/message-search.ts'
import { type Field, isPartOfId, type Values } from '#search/parse-search.ts'

type Query = NonNullable<Input<'listSms'>['query']>
type Name = 'to' | 'from' | 'status' | 'age'

const statuses: readonly SmsStatus[] = [
  ...(['scheduled', 'processing', 'sent', 'delivered'] as const),
  ...(['undelivered', 'failed', 'canceled', 'received'] as const),
]

/** Spaces and dashes inside a number do not matter. */
const plain = (number: string) => number.replaceAll(/[\s().-]/g, '')
const wholeNumber = (value: string) =>
  /^\+[1-9]\d{6,14}$/.test(plain(value))
    ? undefined
    : `“${value}” is not a complete number. Enter it like +14155552671.`

export const smsFields: readonly Field<Name>[] = [
  { name: 'to', label: 'To', wrong: wholeNumber },
  { name: 'from', label: 'From', wrong: wholeNumber },
  ...messageFields(statuses),
]

/** Words match part of the sender's or recipient's number, or of an ID. Message text is not searched. */
export function smsQuery({ to, from, ...values }: Values<Name>, text: string): { query: Query; problem?: string } {
  const status = statuses.find(one => one === values.status)
  const search = isPartOfId(text) ? text : plain(text)
  const isKnown = search === '' || isPartOfId(text) || /^(\+[1-9]\d{2,14}|\d{4,15})$/.test(search)
  const query = {
    ...(to && { to: plain(to) }),
    ...(from && { from: plain(from) }),
    ...(status && { status }),
    ...(search && { search }),
  }
  if (isKnown) return { query }
  const problem = `“${text}” is not part of a number or ID. Enter at least four digits of a number or eight characters of an ID. Message text is not searched.`
  return { query: {}, problem }
}
