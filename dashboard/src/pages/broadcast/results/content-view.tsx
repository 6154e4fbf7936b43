import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { Facts } from '#layout/facts.tsx'
import { Section } from '#layout/page.tsx'
import { SmsBubble } from '#messages/sms-bubble.tsx'
import { useLook } from '#preview/look.ts'
import { DarkNote, LookSwitch, MailView } from '#preview/mail-view.tsx'
import { count } from '#style/figures.ts'
import { useSegments } from '../../segments/all-segments.ts'
import { useNames } from '../../workflow/use-names.ts'
import { spanWords } from '../composer/span.ts'

/** The content as it was written, with its placeholders. */
export function ContentView({ broadcast }: { broadcast: Broadcast }) {
  const names = useNames()
  const segments = useSegments().data ?? []
  const { from, reply_to, subject, preview_text, topic_id, segment_id, template_id, html, text, body, pace } = broadcast
  const nameOf = (id: string | undefined) => id && (names.get(id) ?? id)
  return (
    <>
      <Section title="Details">
        <Facts
          facts={[
            { name: 'From', value: from },
            { name: 'Reply to', value: reply_to?.join(', ') },
            { name: 'Subject', value: subject },
            { name: 'Preview text', value: preview_text },
            { name: 'Topic', value: nameOf(topic_id) },
            { name: 'Segment', value: segments.find(({ id }) => id === segment_id)?.name ?? segment_id },
            { name: 'Template', value: nameOf(template_id) },
            { name: 'To', value: broadcast.everyone ? 'Everyone who is subscribed' : undefined },
            {
              name: 'Pace',
              value: pace?.over ? `Over ${spanWords(pace.over)}` : pace?.per_hour && `${count(pace.per_hour)} per hour`,
            },
          ]}
        />
      </Section>
      {body !== undefined && (
        <Section title="Text">
          <SmsBubble sms={{ body }} />
        </Section>
      )}
      {(html !== undefined || text !== undefined) && <Mail subject={subject ?? ''} html={html} text={text} />}
    </>
  )
}

function Mail({ subject, html, text }: { subject: string; html: string | undefined; text: string | undefined }) {
  const [look, change] = useLook()
  return (
    <section aria-label="Content" className="card overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <h2 className="font-semibold">Content</h2>
        <LookSwitch look={look} onChange={change} />
      </div>
      <DarkNote look={look} html={html} />
      <div className="h-[32rem] overflow-auto bg-sunken p-4">
        <MailView look={look} subject={subject} html={html} text={text} />
      </div>
    </section>
  )
}
