import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { SelectField } from '#form/inputs.tsx'
import { Section } from '#layout/page.tsx'
import { Segments } from '#tabs/segments.tsx'
import { useSegments } from '../../segments/all-segments.ts'
import { useTopics } from '../../topics/all-topics.ts'
import { type Audience, audienceOf } from './edits.ts'
import type { PartProps } from './use-draft.ts'

const kinds: readonly { value: Audience; label: string }[] = [
  { value: 'topic', label: 'Topic' },
  { value: 'segment', label: 'Segment' },
  { value: 'everyone', label: 'Everyone' },
]

type Props = PartProps & { channel: 'email' | 'sms' }

/** The audience. It starts empty: forgetting to choose must not send a message to everyone. */
export function AudiencePart({ channel, ...part }: Props) {
  const { draft, change } = part
  const [opened, setOpened] = useState<Audience>()
  const chosen = opened ?? audienceOf(draft)
  const topics = useTopics().data
  const segments = useSegments().data
  const choose = (kind: Audience) => {
    setOpened(kind)
    change({
      everyone: kind === 'everyone',
      topic_id: (kind === 'topic' && (draft.topic_id ?? onlyOne(topics))) || null,
      segment_id: (kind === 'segment' && (draft.segment_id ?? onlyOne(segments))) || null,
    })
  }
  return (
    <Section
      title="1. Audience"
      actions={<Segments label="Audience" options={kinds} value={chosen} onChange={choose} />}
    >
      {chosen === undefined && <p className="text-soft">No audience selected yet. Choose who gets this broadcast.</p>}
      {chosen === 'everyone' && (
        <p className="text-soft">
          {channel === 'sms'
            ? 'All contacts subscribed to text messages.'
            : 'All contacts subscribed to email. The unsubscribe link unsubscribes them from all broadcasts; with a topic, only from that topic.'}
        </p>
      )}
      {chosen === 'topic' &&
        (topics?.length === 0 ? (
          <NoTopics />
        ) : (
          <TopicSelect
            {...part}
            label="Topic"
            none="Choose…"
            hint={`Contacts subscribed to this topic.${about(channel)}`}
          />
        ))}
      {chosen === 'segment' &&
        (segments?.length === 0 ? (
          <NoSegments />
        ) : (
          <div className="space-y-4">
            <SegmentSelect {...part} />
            <TopicSelect
              {...part}
              label="Topic (optional)"
              none="No topic: the whole segment"
              hint={`Limits the audience to contacts subscribed to this topic.${about(channel)}`}
            />
          </div>
        ))}
    </Section>
  )
}

const about = (channel: Props['channel']): string =>
  channel === 'sms' ? '' : ' The unsubscribe link applies to this topic only.'

const onlyOne = (all: readonly { id: string }[] | undefined): string | undefined =>
  all?.length === 1 ? all[0]?.id : undefined

const NoSegments = () => (
  <p className="text-soft">
    No segments yet. A segment is a group of contacts: those that match a filter, or a fixed list.{' '}
    <Link to="/segments" className="text-accent underline">
      Create one
    </Link>
  </p>
)

const NoTopics = () => (
  <p className="text-soft">
    No topics yet.{' '}
    <Link to="/topics" className="text-accent underline">
      Create one
    </Link>{' '}
    so that contacts can subscribe to it.
  </p>
)

const optionsOf = (none: string, all: readonly { id: string; name: string }[] | undefined) => [
  { value: '', label: none },
  ...(all ?? []).map(({ id, name }) => ({ value: id, label: name })),
]

const SegmentSelect = ({ draft, change, error }: PartProps) => (
  <SelectField
    label="Segment"
    options={optionsOf('Choose…', useSegments().data)}
    value={draft.segment_id ?? ''}
    onChange={({ target }) => change({ segment_id: target.value || null })}
    hint="Subscribed contacts who are in the segment when their message is created."
    fault={faultOf(error, 'segment_id')}
  />
)

type TopicProps = PartProps & { label: string; none: string; hint: string }

const TopicSelect = ({ label, none, hint, draft, change, error }: TopicProps) => (
  <SelectField
    label={label}
    options={optionsOf(none, useTopics().data)}
    value={draft.topic_id ?? ''}
    onChange={({ target }) => change({ topic_id: target.value || null })}
    hint={hint}
    fault={faultOf(error, 'topic_id')}
  />
)
