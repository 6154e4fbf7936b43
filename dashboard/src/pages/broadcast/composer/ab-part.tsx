import type { BroadcastAbTest, BroadcastVariant } from '@posthorn/contract/broadcasts/requests'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { SelectField, TextField } from '#form/inputs.tsx'
import { Switch } from '#form/switch.tsx'
import { Section } from '#layout/page.tsx'
import { Segments } from '#tabs/segments.tsx'
import { LazyEditor } from '../../template/lazy-editor.tsx'
import { useChoices } from '../../workflow/use-names.ts'
import { starterHtml } from './edits.ts'
import { NumberField } from './number-field.tsx'
import { SpanField } from './span-field.tsx'
import type { PartProps } from './use-draft.ts'

const usual: BroadcastAbTest = { share_percent: 20, winner_by: 'opens', wait: '4h', b: {} }
const metrics = [
  { value: 'opens', label: 'Opens' },
  { value: 'clicks', label: 'Clicks' },
]

/** A second subject or content, tested on a share of the recipients; the rest gets the winner. */
export function AbPart({ draft, change, error, isReadOnly }: PartProps & { isReadOnly: boolean }) {
  // A version B without its own subject or content cannot be stored: it is kept here until it has one.
  const [begun, setBegun] = useState<BroadcastAbTest>()
  const test = begun ?? draft.ab_test
  const store = (next: BroadcastAbTest | undefined) => {
    const isWhole = next !== undefined && Object.keys(next.b).length > 0
    setBegun(isWhole ? undefined : next)
    change({ ab_test: isWhole ? next : null })
  }
  const set = (changes: Partial<BroadcastAbTest>) => store({ ...(test ?? usual), ...changes })
  return (
    <Section title="3. A/B test">
      <div className="space-y-4">
        <Switch
          label="Test a second version"
          hint="The content above is version A. A share of the recipients gets A or B; the rest gets the winner."
          isOn={test !== undefined}
          onChange={isOn => store(isOn ? usual : undefined)}
        />
        {test && (
          <>
            {begun && <p className="text-sm text-warn">Give version B its own subject or content.</p>}
            <VariantFields b={test.b} onChange={b => set({ b })} {...{ draft, error, isReadOnly }} />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <NumberField
                label="Test share (%)"
                min={1}
                max={100}
                value={test.share_percent}
                onChange={share_percent => share_percent && set({ share_percent })}
                fault={faultOf(error, 'ab_test.share_percent')}
              />
              <SelectField
                label="Winner by"
                options={metrics}
                value={test.winner_by}
                onChange={({ target }) => set({ winner_by: target.value === 'clicks' ? 'clicks' : 'opens' })}
                fault={faultOf(error, 'ab_test.winner_by')}
              />
              <SpanField
                label="Wait before sending the winner"
                value={test.wait}
                onChange={wait => set({ wait })}
                fault={faultOf(error, 'ab_test.wait')}
              />
            </div>
          </>
        )}
      </div>
    </Section>
  )
}

type Contents = 'same' | 'template' | 'html'
const contents: readonly { value: Contents; label: string }[] = [
  { value: 'same', label: 'Same as A' },
  { value: 'template', label: 'Template' },
  { value: 'html', label: 'HTML' },
]
type VariantProps = Pick<PartProps, 'draft' | 'error'> & {
  b: BroadcastVariant
  onChange: (b: BroadcastVariant) => void
  isReadOnly: boolean
}

function VariantFields({ b, onChange, draft, error, isReadOnly }: VariantProps) {
  const [opened, setOpened] = useState<Contents>()
  const kind = opened ?? (b.template_id ? 'template' : b.html ? 'html' : 'same')
  const { templates } = useChoices()
  const { template_id: _template, html: _html, text: _text, ...words } = b
  const choose = (next: Contents) => {
    setOpened(next)
    onChange(next === 'html' ? { ...words, html: draft.html ?? starterHtml } : words)
  }
  const say = (name: 'subject' | 'preview_text', text: string) => {
    const { [name]: _before, ...rest } = b
    onChange(text ? { ...rest, [name]: text } : rest)
  }
  return (
    <>
      <TextField
        label="Version B subject"
        value={b.subject ?? ''}
        maxLength={998}
        placeholder={draft.subject ?? 'Same as A'}
        onChange={({ target }) => say('subject', target.value)}
        fault={faultOf(error, 'ab_test.b.subject')}
      />
      <TextField
        label="Version B preview text"
        value={b.preview_text ?? ''}
        maxLength={200}
        placeholder={draft.preview_text ?? 'Same as A'}
        onChange={({ target }) => say('preview_text', target.value)}
        fault={faultOf(error, 'ab_test.b.preview_text')}
      />
      <div>
        <p className="mb-1 text-sm font-medium">Version B content</p>
        <Segments label="Version B content" options={contents} value={kind} onChange={choose} />
      </div>
      {kind === 'template' && (
        <SelectField
          label="Version B template"
          options={[
            { value: '', label: 'Choose…' },
            ...templates
              .filter(({ published_version }) => published_version !== undefined)
              .map(({ id, friendly_name }) => ({ value: id, label: friendly_name })),
          ]}
          value={b.template_id ?? ''}
          onChange={({ target }) => onChange(target.value ? { ...words, template_id: target.value } : words)}
          fault={faultOf(error, 'ab_test.b.template_id')}
        />
      )}
      {kind === 'html' && (
        <div className="h-64 overflow-hidden rounded-md border border-line-strong">
          <LazyEditor
            label="Version B HTML"
            language="html"
            value={b.html ?? ''}
            onChange={html => onChange(html ? { ...words, html } : words)}
            isReadOnly={isReadOnly}
          />
        </div>
      )}
    </>
  )
}
