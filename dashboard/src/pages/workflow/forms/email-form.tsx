import { useState } from 'react'
import { CheckField } from '#form/inputs.tsx'
import { Segments } from '#tabs/segments.tsx'
import {
  ConfigArea,
  type ConfigProps,
  ConfigSelect,
  ConfigText,
  type StepFormProps,
  setIn,
  TopicSelect,
  without,
} from './config-fields.tsx'
import { JsonField } from './json-field.tsx'
import { TemplateFields } from './template-fields.tsx'

const contents = [
  { value: 'template', label: 'Template' },
  { value: 'own', label: 'Custom content' },
] as const
type Content = (typeof contents)[number]['value']

const streams = [
  { value: '', label: 'Broadcast, with unsubscribe link (default)' },
  { value: 'transactional', label: 'Transactional, about something the contact did' },
]

const ofTemplate = ['template_id', 'template_friendly_name', 'variables']
const ofOwn = ['html', 'text', 'subject']
export function EmailForm({ config, onChange, fault }: StepFormProps) {
  const isOwn = ofOwn.some(name => name !== 'subject' && config[name] !== undefined)
  const [content, setContent] = useState<Content>(isOwn ? 'own' : 'template')
  const own = { config, onChange, fault }
  const choose = (content: Content) => {
    setContent(content)
    onChange(without(config, content === 'own' ? ofTemplate : ofOwn))
  }
  return (
    <>
      <ConfigText {...own} name="from" label="From" placeholder="Acme <hello@acme.test>" />
      <Segments label="Content" options={contents} value={content} onChange={choose} />
      {content === 'template' ? (
        <TemplateFields {...own} />
      ) : (
        <>
          <ConfigText
            {...own}
            name="subject"
            label="Subject"
            placeholder={'Hi {{ contact.first_name | default: "there" }}'}
          />
          <ConfigArea {...own} name="html" label="HTML" rows={10} className="font-mono text-xs!" />
          <ConfigArea {...own} name="text" label="Text" rows={4} hint="Generated from the HTML if left empty." />
          <p className="text-sm text-faint">
            Liquid, with contact and trigger. Not every contact has a name:{' '}
            {'{{ contact.first_name | default: "there" }}'}
          </p>
        </>
      )}
      <ConfigSelect {...own} name="message_stream" label="Stream" options={streams} />
      <TopicSelect {...own} label="Only subscribers of" none="Everyone" />
      <More {...own} />
    </>
  )
}

/** Less common settings. */
function More({ config, onChange, fault }: ConfigProps) {
  const own = { config, onChange, fault }
  const flag = (name: string) => ({
    checked: config[name] === true,
    onChange: ({ target }: { target: HTMLInputElement }) => onChange(setIn(config, name, target.checked || undefined)),
  })
  return (
    <details>
      <summary className="text-sm text-soft">More settings</summary>
      <div className="space-y-4 pt-3">
        <ConfigText {...own} name="from_name" label="Sender name" />
        <ConfigText {...own} name="reply_to" label="Reply to" type="email" />
        <div>
          <CheckField label="Track opens" {...flag('track_opens')} />
          <CheckField label="Track clicks" {...flag('track_clicks')} />
        </div>
        <JsonField
          label="Tags"
          rows={2}
          value={config.tags}
          placeholder='["onboarding"]'
          onChange={tags => onChange(setIn(config, 'tags', tags))}
          fault={fault('tags')}
        />
      </div>
    </details>
  )
}
