import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { SelectField } from '#form/inputs.tsx'
import { Section } from '#layout/page.tsx'
import { Segments } from '#tabs/segments.tsx'
import { useTopics } from '../../topics/all-topics.ts'
import { type Audience, audienceOf } from './edits.ts'
import type { PartProps } from './use-written.ts'

const kinds: readonly { value: Audience; label: string }[] = [
  { value: 'topic', label: 'A topic' },
  { value: 'everyone', label: 'Everyone' },
]

/** Who is meant. Nobody is until it is said: a message to all must not come of something that was left out. */
export function AudiencePart({ written, change, error, channel }: PartProps & { channel: 'email' | 'sms' }) {
  const [opened, setOpened] = useState<Audience>()
  const chosen = opened ?? audienceOf(written)
  const topics = useTopics()
  const choose = (kind: Audience) => {
    setOpened(kind)
    const only = topics.data?.length === 1 ? topics.data[0]?.id : undefined
    if (kind === 'everyone') change({ everyone: true, topic_id: null, segment_id: null })
    else
      change({ everyone: false, topic_id: (kind === 'topic' && (written.topic_id ?? only)) || null, segment_id: null })
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
        (topics.data?.length === 0 ? (
          <p className="text-soft">
            There are no topics yet.{' '}
            <Link to="/topics" className="text-accent underline">
              Create one
            </Link>
            , and contacts who subscribe to it.
          </p>
        ) : (
          <TopicSelect
            label="Topic"
            none="Choose…"
            hint={
              channel === 'sms'
                ? 'Contacts who are subscribed to it.'
                : 'Contacts who are subscribed to it. The unsubscribe link is about this topic alone.'
            }
            {...{ written, change, error }}
          />
        ))}
    </Section>
  )
}

type SelectProps = PartProps & { label: string; none: string; hint: string }

function TopicSelect({ label, none, hint, written, change, error }: SelectProps) {
  const topics = useTopics().data ?? []
  return (
    <SelectField
      label={label}
      options={[{ value: '', label: none }, ...topics.map(({ id, name }) => ({ value: id, label: name }))]}
      value={written.topic_id ?? ''}
      onChange={({ target }) => change({ topic_id: target.value || null })}
      hint={hint}
      fault={faultOf(error, 'topic_id')}
    />
  )
}
