import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { SelectField } from '#form/inputs.tsx'
import { Section } from '#layout/page.tsx'
import { Segments } from '#tabs/segments.tsx'
import { useTopics } from '../../topics/all-topics.ts'
import { useSegments } from './all-segments.ts'
import { type Audience, audienceOf } from './edits.ts'
import type { PartProps } from './use-written.ts'

const kinds: readonly { value: Audience; label: string }[] = [
  { value: 'topic', label: 'A topic' },
  { value: 'segment', label: 'A segment' },
  { value: 'everyone', label: 'Everyone' },
]

type Props = PartProps & { channel: 'email' | 'sms' }

/** Who is meant. Nobody is until it is said: a message to all must not come of something that was left out. */
export function AudiencePart({ channel, ...part }: Props) {
  const { written, change } = part
  const [opened, setOpened] = useState<Audience>()
  const chosen = opened ?? audienceOf(written)
  const topics = useTopics().data
  const segments = useSegments().data
  const choose = (kind: Audience) => {
    setOpened(kind)
    change({
      everyone: kind === 'everyone',
      topic_id: (kind === 'topic' && (written.topic_id ?? onlyOne(topics))) || null,
      segment_id: (kind === 'segment' && (written.segment_id ?? onlyOne(segments))) || null,
    })
  }
  return (
    <Section
      title="1. Audience"
      actions={<Segments label="Who gets it" options={kinds} value={chosen} onChange={choose} />}
    >
      {chosen === undefined && <p className="text-soft">Choose who is to get it. Nobody is chosen yet.</p>}
      {chosen === 'everyone' && (
        <p className="text-soft">
          {channel === 'sms'
            ? 'All contacts who are subscribed to text messages.'
            : 'All contacts who are subscribed to email. The unsubscribe link takes them off everything; a topic leaves them a choice.'}
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
            hint={`Contacts who are subscribed to it.${about(channel)}`}
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
              label="And subscribed to"
              none="No topic: all of the segment"
              hint={`Narrows it to those who want this topic.${about(channel)}`}
            />
          </div>
        ))}
    </Section>
  )
}

const about = (channel: Props['channel']): string =>
  channel === 'sms' ? '' : ' The unsubscribe link is for this topic only.'

const onlyOne = (all: readonly { id: string }[] | undefined): string | undefined =>
  all?.length === 1 ? all[0]?.id : undefined

const NoSegments = () => (
  <p className="text-soft">
    There are no segments yet. A segment is a part of your contacts: those whom a filter finds, or a list.{' '}
    <Link to="/segments" className="text-accent underline">
      Make one
    </Link>
  </p>
)

const NoTopics = () => (
  <p className="text-soft">
    There are no topics yet.{' '}
    <Link to="/topics" className="text-accent underline">
      Create one
    </Link>
    , and contacts can subscribe to it.
  </p>
)

const optionsOf = (none: string, all: readonly { id: string; name: string }[] | undefined) => [
  { value: '', label: none },
  ...(all ?? []).map(({ id, name }) => ({ value: id, label: name })),
]

const SegmentSelect = ({ written, change, error }: PartProps) => (
  <SelectField
    label="Segment"
    options={optionsOf('Choose…', useSegments().data)}
    value={written.segment_id ?? ''}
    onChange={({ target }) => change({ segment_id: target.value || null })}
    hint="Whoever is in it when the message is made, and is subscribed."
    fault={faultOf(error, 'segment_id')}
  />
)

type TopicProps = PartProps & { label: string; none: string; hint: string }

const TopicSelect = ({ label, none, hint, written, change, error }: TopicProps) => (
  <SelectField
    label={label}
    options={optionsOf(none, useTopics().data)}
    value={written.topic_id ?? ''}
    onChange={({ target }) => change({ topic_id: target.value || null })}
    hint={hint}
    fault={faultOf(error, 'topic_id')}
  />
)
