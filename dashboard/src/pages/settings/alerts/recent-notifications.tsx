import type { AlertMessage } from '@posthorn/contract/console/alerts'
import { Section } from '#layout/page.tsx'
import { Badge, type Tone } from '#status/badge.tsx'
import { type Column, Table } from '#table/table.tsx'
import { Time } from '#time/time.tsx'

const states: Record<AlertMessage['state'], { word: string; tone: Tone }> = {
  queued: { word: 'Queued', tone: 'plain' },
  sent: { word: 'Sent', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
}

const columns: readonly Column<AlertMessage>[] = [
  { head: 'Alert', cell: ({ subject }) => <span className="font-medium">{subject}</span> },
  {
    head: 'To',
    cell: ({ channel, to }) => (
      <span className="block truncate text-soft">{channel === 'slack' ? `Slack, ${to}` : to}</span>
    ),
    isWide: true,
  },
  {
    head: 'Result',
    cell: ({ state, detail }) => (
      <>
        <Badge tone={states[state].tone}>{states[state].word}</Badge>
        {detail && <span className="mt-0.5 block text-sm text-soft">{detail}</span>}
      </>
    ),
  },
  {
    head: 'Time',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

/** The notifications sent by email and to Slack, including tests, with their outcome. */
export const RecentNotifications = ({ messages }: { messages: readonly AlertMessage[] }) =>
  messages.length > 0 && (
    <Section title="Recent notifications">
      <div className="-mx-4 -my-4">
        <Table label="Recent notifications" rows={messages} columns={columns} idOf={({ id }) => id} isBare />
      </div>
    </Section>
  )
