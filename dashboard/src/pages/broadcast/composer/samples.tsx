import type { BroadcastPreview } from '@posthorn/contract/broadcasts/replies'
import { useState } from 'react'
import { Select } from '#form/inputs.tsx'
import { Section } from '#layout/page.tsx'
import { SmsBubble } from '#messages/sms-bubble.tsx'
import { useLook } from '#preview/look.ts'
import { DarkNote, LookSwitch, MailView } from '#preview/mail-view.tsx'

type Sample = BroadcastPreview['samples'][number]
type Props = { channel: 'email' | 'sms'; samples: readonly Sample[] }

/** The message as some of the recipients would get it. */
export function Samples({ channel, samples }: Props) {
  const [at, setAt] = useState(0)
  const sample = samples[at] ?? samples[0]
  if (!sample)
    return (
      <Section title="Preview">
        <p className="text-soft">Add content and an audience to preview the message for the first recipients.</p>
      </Section>
    )
  return (
    <section aria-label="Preview" className="card mb-4 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <h2 className="font-semibold">Preview</h2>
        <Select
          aria-label="Preview for"
          className="w-56 max-w-full"
          value={String(samples.indexOf(sample))}
          options={samples.map(({ to, variant }, nth) => ({
            value: String(nth),
            label: samples.some(one => one.variant === 'b') ? `${to} (${variant.toUpperCase()})` : to,
          }))}
          onChange={({ target }) => setAt(Number(target.value))}
        />
      </div>
      {sample.problem ? (
        <p role="alert" className="px-4 py-3 text-sm text-bad">
          {sample.problem}
        </p>
      ) : channel === 'sms' ? (
        <SmsSample sample={sample} />
      ) : (
        <MailSample sample={sample} />
      )}
    </section>
  )
}

function MailSample({ sample: { subject = '', html, text } }: { sample: Sample }) {
  const [look, change] = useLook()
  return (
    <div className="bg-sunken">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <p className="min-w-40 grow basis-0 truncate">
          <span className="text-faint">Subject </span>
          <span className="font-medium">{subject}</span>
        </p>
        <LookSwitch look={look} onChange={change} />
      </div>
      <DarkNote look={look} html={html} />
      <div className="h-[26.5rem] overflow-auto p-4">
        <MailView look={look} subject={subject} html={html} text={text} />
      </div>
    </div>
  )
}

const SmsSample = ({ sample: { text = '', segments } }: { sample: Sample }) => (
  <div className="space-y-2 bg-sunken p-4">
    <SmsBubble sms={{ body: text }} />
    {segments !== undefined && (
      <p className="text-sm text-soft">{segments === 1 ? 'One segment' : `${segments} segments`}</p>
    )}
  </div>
)
