import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { useOrganization } from '#api/session.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#form/inputs.tsx'
import { withSamples } from '../template/sample-values.ts'
import { keepValues } from '../template/values.ts'
import { type Beginning, ChoicesDialog } from './choices.tsx'
import { greeted, starterNames, starters } from './starters.ts'

const kinds = [
  { value: 'html', label: 'HTML' },
  { value: 'mjml', label: 'MJML (short tags that become email HTML)' },
  { value: 'text', label: 'Plain text' },
]

/** First the starting point, then the name. */
export function CreateTemplateDialog({ onClose }: { onClose: () => void }) {
  const { name } = useOrganization()
  const [beginning, setBeginning] = useState<Beginning>()
  return beginning ? (
    <NameDialog beginning={beginning} onClose={onClose} />
  ) : (
    <ChoicesDialog company={name} onChoose={setBeginning} onClose={onClose} />
  )
}

/** Creates a draft with content and opens it in the editor. */
function NameDialog({ beginning, onClose }: { beginning: Beginning; onClose: () => void }) {
  const navigate = useNavigate()
  const chosen = beginning.kind === 'gallery' ? beginning.template : undefined
  const create = useChange('createTemplate', {
    isOnce: true,
    renews: ['listTemplates'],
    isQuiet: true,
    onDone: ({ id, variables }) => {
      if (chosen) keepValues(id, withSamples(chosen.samples, variables))
      onClose()
      navigate({ to: '/templates/$id', params: { id } })
    },
  })
  const submit = (value: (name: string) => string) => {
    const body = { friendly_name: value('friendly_name').trim(), subject: value('subject'), status: 'draft' as const }
    create.mutate({ body: { ...body, ...contentOf(beginning, value) } })
  }
  return (
    <FormDialog
      title={titleOf(beginning)}
      confirm="Create draft"
      change={create}
      fields={['friendly_name', 'subject', 'html']}
      onSubmit={submit}
      onClose={onClose}
      isWide={beginning.kind === 'paste'}
    >
      <TextField
        label="Name"
        name="friendly_name"
        required
        maxLength={100}
        placeholder="welcome"
        defaultValue={chosen?.name}
        hint="Requests can refer to it as template_friendly_name."
        fault={faultOf(create.error, 'friendly_name')}
      />
      <TextField
        label="Subject"
        name="subject"
        required
        maxLength={2000}
        defaultValue={chosen?.subject ?? `Welcome, ${greeted('friend')}`}
        fault={faultOf(create.error, 'subject')}
      />
      {beginning.kind === 'blank' && <SelectField label="Format" name="kind" options={kinds} />}
      {beginning.kind === 'paste' && (
        <TextAreaField
          label="HTML"
          name="html"
          required
          rows={12}
          spellCheck={false}
          className="font-mono text-xs!"
          placeholder="<!doctype html>…"
          hint="Placeholders such as {{ name }} are filled in when an email is sent."
          fault={faultOf(create.error, 'html')}
        />
      )}
    </FormDialog>
  )
}

function titleOf(beginning: Beginning): string {
  if (beginning.kind === 'gallery') return `New template: ${beginning.template.title}`
  return beginning.kind === 'paste' ? 'New template from HTML' : 'New template'
}

function contentOf(beginning: Beginning, value: (name: string) => string) {
  if (beginning.kind === 'gallery') return { mjml: beginning.template.mjml, text: beginning.template.text }
  if (beginning.kind === 'paste') return { html: value('html') }
  return starters[starterNames.find(name => name === value('kind')) ?? 'html']
}
