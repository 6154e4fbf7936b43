import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#api/queries.ts'
import { Section } from '#layout/page.tsx'
import { inWords } from '#status/message-status.tsx'
import { count, percent } from '#style/figures.ts'
import { type Column, Table } from '#table/table.tsx'
import { Segments } from '#tabs/segments.tsx'
import { type Group, groups, type Row, rowsBy, rowsByTag, rowsByTemplate } from './breakdown-rows.ts'
import type { Period } from './period.ts'

const rate = (part: number, whole: number): string => (whole === 0 ? '–' : percent(part / whole))
const columnsOf = (group: Group): readonly Column<Row>[] => [
  {
    head: groups.find(({ value }) => value === group)?.label ?? '',
    cell: ({ name }) => (
      <span className="block truncate font-medium">
        {group === 'receiver' ? receiverName(name) : nameIn(group, name)}
      </span>
    ),
  },
  { head: isByEmail(group) ? 'Emails' : 'Recipients', cell: ({ sent }) => count(sent), isNumber: true },
  { head: 'Bounced', cell: ({ bounced, sent }) => rate(bounced, sent), isNumber: true },
  { head: 'Spam complaints', cell: ({ complained, sent }) => rate(complained, sent), isNumber: true, isWide: true },
]
/** These groups count emails, the others recipients. */
const isByEmail = (group: Group): group is 'tag' | 'template' => group === 'tag' || group === 'template'
const receiverName = (name: string) => (name === 'other' ? 'All others' : inWords(name))
const nameIn = (group: Group, name: string) => (group === 'message_stream' ? inWords(name) : name)

/** Emails of the period by domain, receiver, stream, tag or template. Hidden if nothing was sent. */
export function Breakdown({ period: { start, end } }: { period: Period }) {
  const [group, setGroup] = useState<Group>('domain')
  const query = { start, ...(end && { end }) }
  const receivers = useQuery(queryOf('getReceiverAnalytics', { query }))
  const tags = useQuery({ ...queryOf('listTagFigures', { query }), enabled: group === 'tag' })
  const templates = useQuery({ ...queryOf('listTemplateFigures', { query }), enabled: group === 'template' })
  const rows: Row[] =
    group === 'tag'
      ? rowsByTag(tags.data?.data ?? [])
      : group === 'template'
        ? rowsByTemplate(templates.data?.data ?? [])
        : rowsBy(group, receivers.data?.data ?? [])
  if ((receivers.data?.data.length ?? 0) === 0 && !isByEmail(group)) return null
  return (
    <Section
      title="Emails by"
      actions={<Segments label="Group by" options={groups} value={group} onChange={setGroup} />}
    >
      <div className="-mx-4 -my-4">
        {rows.length > 0 ? (
          <Table
            label="Emails by group"
            rows={rows.slice(0, 20)}
            columns={columnsOf(group)}
            idOf={({ id }) => id}
            isBare
          />
        ) : (
          <p className="px-4 py-6 text-sm text-soft">
            {tags.isFetching || templates.isFetching
              ? 'Loading…'
              : group === 'tag'
                ? 'No email in this period has a tag.'
                : 'No email in this period used a template.'}
          </p>
        )}
      </div>
    </Section>
  )
}
