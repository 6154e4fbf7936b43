import type { SmsListItem } from '@posthorn/contract/messages/sms'

/** A message with the number it is exchanged with; one that was received comes from there. */
export type Conversation = { number: string; messages: SmsListItem[] }

export const isInbound = ({ status }: Pick<SmsListItem, 'status'>): boolean => status === 'received'

const isThere = ({ status }: SmsListItem): boolean => status !== 'scheduled' && status !== 'canceled'

/** Messages by the number on the other side, the one with the newest first, each oldest first as on a phone. */
export function conversationsOf(newestFirst: readonly SmsListItem[]): Conversation[] {
  const byNumber = new Map<string, SmsListItem[]>()
  for (const message of newestFirst.filter(isThere)) {
    const number = isInbound(message) ? message.from : message.to
    byNumber.set(number, [message, ...(byNumber.get(number) ?? [])])
  }
  return [...byNumber].map(([number, messages]) => ({ number, messages }))
}
