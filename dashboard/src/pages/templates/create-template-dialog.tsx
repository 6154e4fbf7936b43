import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { greeted, starterNames, starters } from './starters.ts'

const kinds = [
  { value: 'html', label: 'HTML' },
  { value: 'mjml', label: 'MJML: short tags that become HTML for every mail program' },
  { value: 'text', label: 'Plain text' },
]

/** A draft with something in it, opened in the editor. */
export function CreateTemplateDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const create = useChange('createTemplate', {
    renews: ['listTemplates'],
    isQuiet: true,
    onDone: ({ id }) => {
      onClose()
      navigate({ to: '/templates/$id', params: { id } })
    },
  })
  const submit = (value: (name: string) => string) => {
    const starter = starters[starterNames.find(name => name === value('kind')) ?? 'html']
    const body = { friendly_name: value('friendly_name').trim(), subject: value('subject'), status: 'draft' as const }
    create.mutate({ body: { ...body, ...starter }, idempotencyKey })
  }
  return (
    <FormDialog
      title="New template"
      confirm="Create draft"
      change={create}
      fields={['friendly_name', 'subject']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="friendly_name"
        required
        maxLength={100}
        placeholder="welcome"
        hint="Emails can ask for it as template_friendly_name."
        fault={faultOf(create.error, 'friendly_name')}
      />
      <TextField
        label="Subject"
        name="subject"
        required
        defaultValue={`Welcome, ${greeted('friend')}`}
        fault={faultOf(create.error, 'subject')}
      />
      <SelectField label="Written in" name="kind" options={kinds} />
    </FormDialog>
  )
}
