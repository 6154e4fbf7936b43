import { useNavigate } from '@tanstack/react-router'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { starters } from './starters.ts'

const kinds = [
  { value: 'empty', label: 'Empty workflow' },
  { value: 'welcome', label: 'Welcome series (four steps)' },
]

/** Creates a draft and opens it in the builder. */
export function CreateWorkflowDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useChange('createWorkflow', {
    isOnce: true,
    renews: ['listWorkflows'],
    isQuiet: true,
    onDone: ({ id }) => {
      onClose()
      navigate({ to: '/workflows/$id', params: { id } })
    },
  })
  const submit = (value: (name: string) => string) => {
    const starter = value('starter') === 'welcome' ? starters.welcome : starters.empty
    create.mutate({ body: { name: value('name').trim(), ...starter } })
  }
  return (
    <FormDialog
      title="New workflow"
      confirm="Create draft"
      change={create}
      fields={['name']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={256}
        placeholder="Onboarding"
        fault={faultOf(create.error, 'name')}
      />
      <SelectField label="Start from" name="starter" options={kinds} />
    </FormDialog>
  )
}
