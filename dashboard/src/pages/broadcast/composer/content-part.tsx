import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { TextAreaField, TextField } from '#form/inputs.tsx'
import { Switch } from '#form/switch.tsx'
import { Section } from '#layout/page.tsx'
import { BodyFields } from './body-fields.tsx'
import { type Kind, kindOf, textOrNull } from './edits.ts'
import { EnvelopeFields } from './envelope-fields.tsx'
import type { PartProps } from './use-draft.ts'

/** The content, and how the message appears in the inbox. */
export function EmailContent({ isReadOnly, ...part }: PartProps & { isReadOnly: boolean }) {
  const { draft, change, error } = part
  const [opened, setOpened] = useState<Kind>()
  const kind = opened ?? kindOf(draft)
  return (
    <Section title="2. Content">
      <div className="space-y-4">
        <EnvelopeFields {...part} />
        <TextField
          label="Subject"
          value={draft.subject ?? ''}
          maxLength={998}
          placeholder={kind === 'template' ? 'From the template' : 'What is new in November'}
          onChange={({ target }) => change({ subject: textOrNull(target.value) })}
          fault={faultOf(error, 'subject')}
        />
        <TextField
          label="Preview text"
          value={draft.preview_text ?? ''}
          maxLength={200}
          onChange={({ target }) => change({ preview_text: textOrNull(target.value) })}
          hint="Shown after the subject in the inbox."
          fault={faultOf(error, 'preview_text')}
        />
        <BodyFields {...part} kind={kind} onKind={setOpened} isReadOnly={isReadOnly} />
        <Switch
          label="Track opens"
          hint="With a hidden image. Opens by mail apps that load images automatically are counted separately."
          isOn={draft.track_opens ?? false}
          onChange={track_opens => change({ track_opens })}
        />
        <Switch
          label="Track clicks"
          hint="Links go through your tracking domain."
          isOn={draft.track_clicks ?? false}
          onChange={track_clicks => change({ track_clicks })}
        />
      </div>
    </Section>
  )
}

export const SmsContent = ({ draft, change, error }: PartProps) => (
  <Section title="2. Content">
    <div className="space-y-4">
      <TextField
        label="From"
        value={draft.from ?? ''}
        placeholder="+14155550100"
        onChange={({ target }) => change({ from: textOrNull(target.value) })}
        hint="One of your numbers or sender IDs."
        fault={faultOf(error, 'from')}
      />
      <TextAreaField
        label="Text"
        rows={5}
        maxLength={1600}
        value={draft.body ?? ''}
        placeholder={'Hello {{ contact.first_name | default: "there" }}, …'}
        onChange={({ target }) => change({ body: textOrNull(target.value) })}
        hint="Liquid, with the recipient as contact. The preview shows the number of segments."
        fault={faultOf(error, 'body')}
      />
    </div>
  </Section>
)
