/** Figures by what they have in common. */
import type { ReceiverAnalytics } from '@posthorn/contract/account'

export const groups = [
  { value: 'domain', label: 'Domain' },
  { value: 'receiver', label: 'Receiver' },
  { value: 'message_stream', label: 'Stream' },
  { value: 'tag', label: 'Tag' },
] as const
export type Group = (typeof groups)[number]['value']

export type Row = { name: string; sent: number; bounced: number; complained: number }

/** In recipients, those with the most first. */
export function rowsBy(group: Exclude<Group, 'tag'>, data: ReceiverAnalytics['data']): Row[] {
  const byName = Map.groupBy(data, one => one[group])
  const sum = (list: ReceiverAnalytics['data'], figure: 'sent' | 'bounced' | 'complained') =>
    list.reduce((all, one) => all + one[figure], 0)
  return Array.from(byName, ([name, list]) => ({
    name,
    sent: sum(list, 'sent'),
    bounced: sum(list, 'bounced'),
    complained: sum(list, 'complained'),
  })).toSorted((one, other) => other.sent - one.sent)
}
