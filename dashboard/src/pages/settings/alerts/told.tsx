import type { AlertMessage } from '@posthorn/contract/console/alerts'
import { Section } from '#layout/page.tsx'
import { Badge, type Tone } from '#status/badge.tsx'
import { type Column, Table } from '#table/table.tsx'
import { Time } from '#time/time.tsx'

const states: Record<AlertMessage['state'], { word: string; tone: Tone }> = {
  queued: { word: 'On its way', tone: 'plain' },
  sent: { word: 'Sent', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
}

const columns: readonly Column<AlertMessage>[] = [
  { head: 'What', cell: ({ subject }) => <span className="font-medium">{subject}</span> },
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
    head: 'When',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

/** What people were told by mail and in Slack, tests as well, and what came of it. */
export const Told = ({ messages }: { messages: readonly AlertMessage[] }) =>
  messages.length > 0 && (
    <Section title="What was told">
      <div className="-mx-4 -my-4">
        <Table label="What was told" rows={messages} columns={columns} idOf={({ id }) => id} isBare />
      </div>
    </Section>
  )
