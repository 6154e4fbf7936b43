/** Figures by group. */
import type { ReceiverAnalytics } from '@posthorn/contract/account'
import type { TagFigures, TemplateFigures } from '@posthorn/contract/console/overview'

export const groups = [
  { value: 'domain', label: 'Domain' },
  { value: 'receiver', label: 'Receiver' },
  { value: 'message_stream', label: 'Stream' },
  { value: 'tag', label: 'Tag' },
  { value: 'template', label: 'Template' },
] as const
export type Group = (typeof groups)[number]['value']

export type Row = { id: string; name: string; sent: number; bounced: number; complained: number }

/** Counted in recipients, largest first. */
export function rowsBy(group: Exclude<Group, 'tag' | 'template'>, data: ReceiverAnalytics['data']): Row[] {
  const byName = Map.groupBy(data, one => one[group])
  const sum = (list: ReceiverAnalytics['data'], figure: 'sent' | 'bounced' | 'complained') =>
    list.reduce((all, one) => all + one[figure], 0)
  return Array.from(byName, ([name, list]) => ({
    id: name,
    name,
    sent: sum(list, 'sent'),
    bounced: sum(list, 'bounced'),
    complained: sum(list, 'complained'),
  })).toSorted((one, other) => other.sent - one.sent)
}

export const rowsByTag = (data: readonly TagFigures[]): Row[] =>
  data.map(({ tag, sent, bounced, complained }) => ({ id: tag, name: tag, sent, bounced, complained }))

export const rowsByTemplate = (data: readonly TemplateFigures[]): Row[] =>
  data.map(({ template_id: id, name, deleted, sent, bounced, complained }) => ({
    ...{ id, sent, bounced, complained },
    name: name === null ? `Deleted template ${id.slice(0, 8)}` : deleted ? `${name} (deleted)` : name,
  }))
