import type { SmsListItem } from '@posthorn/contract/messages/sms'

/** The messages exchanged with a number. */
export type Conversation = { number: string; messages: SmsListItem[] }

export const isInbound = ({ status }: Pick<SmsListItem, 'status'>): boolean => status === 'received'

const isThere = ({ status }: SmsListItem): boolean => status !== 'scheduled' && status !== 'canceled'

/** Messages grouped by the other party's number, newest conversation first, each with its oldest message first. */
export function conversationsOf(newestFirst: readonly SmsListItem[]): Conversation[] {
  const byNumber = new Map<string, SmsListItem[]>()
  for (const message of newestFirst.filter(isThere)) {
    const number = isInbound(message) ? message.from : message.to
    byNumber.set(number, [message, ...(byNumber.get(number) ?? [])])
  }
  return [...byNumber].map(([number, messages]) => ({ number, messages }))
}
