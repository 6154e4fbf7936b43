import type { Workflow } from '@posthorn/contract/workflows/workflows'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pause, Play, Save } from 'lucide-react'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button, buttonLook } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextAreaField, TextField } from '#form/inputs.tsx'
import { Menu, MenuItem, MenuLine } from '#menu/menu.tsx'

type Props = {
  workflow: Workflow
  isDirty: boolean
  isSaving: boolean
  onSave: (more: { status?: Workflow['status'] }) => void
}

/** Save, activate and pause; other actions are in the menu. */
export function WorkflowActions({ workflow, isDirty, isSaving, onSave }: Props) {
  const mayWrite = useMay('workflows:write')
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  const pause = useChange('updateWorkflow', {
    done: 'Workflow paused. No new runs start, and current runs wait.',
    renews: ['getWorkflow', 'listWorkflows'],
  })
  if (!mayWrite) return null
  return (
    <>
      {isDirty && (
        <Button icon={Save} isBusy={isSaving} onClick={() => onSave({})}>
          Save
        </Button>
      )}
      {workflow.status === 'active' ? (
        <Button
          icon={Pause}
          isBusy={pause.isPending}
          onClick={() => pause.mutate({ params: { id: workflow.id }, body: { status: 'paused' } })}
        >
          Pause
        </Button>
      ) : (
        <Button tone="primary" icon={Play} isBusy={isSaving} onClick={() => onSave({ status: 'active' })}>
          {workflow.status === 'paused' ? 'Resume' : 'Activate'}
        </Button>
      )}
      <Menu label="More actions" align="right" className={buttonLook({})} button={<Ellipsis className="size-4" />}>
        <MenuItem onChoose={() => setOpen('rename')}>Rename…</MenuItem>
        <MenuLine />
        <MenuItem isDangerous onChoose={() => setOpen('delete')}>
          Delete workflow
        </MenuItem>
      </Menu>
      {open === 'rename' && <RenameDialog workflow={workflow} onClose={close} />}
      {open === 'delete' && <DeleteDialog workflow={workflow} onClose={close} />}
    </>
  )
}

type DialogProps = { workflow: Workflow; onClose: () => void }

function RenameDialog({ workflow, onClose }: DialogProps) {
  const save = useChange('updateWorkflow', {
    done: 'Saved.',
    renews: ['getWorkflow', 'listWorkflows'],
    isQuiet: true,
    onDone: onClose,
  })
  const submit = (value: (name: string) => string) =>
    save.mutate({
      params: { id: workflow.id },
      body: { name: value('name').trim(), description: value('description') },
    })
  return (
    <FormDialog
      title="Rename workflow"
      confirm="Save"
      change={save}
      fields={['name']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={256}
        defaultValue={workflow.name}
        fault={faultOf(save.error, 'name')}
      />
      <TextAreaField label="Description" name="description" maxLength={1000} defaultValue={workflow.description} />
    </FormDialog>
  )
}

function DeleteDialog({ workflow, onClose }: DialogProps) {
  const navigate = useNavigate()
  const remove = useChange('deleteWorkflow', {
    done: 'Workflow deleted.',
    renews: ['listWorkflows'],
    // Unsaved changes on the page are no longer needed.
    onDone: () => navigate({ to: '/workflows', ignoreBlocker: true }),
  })
  return (
    <ConfirmDialog
      title={`Delete ${workflow.name}?`}
      confirm="Delete workflow"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: workflow.id } })}
      onClose={onClose}
    >
      Current runs stop where they are. This cannot be undone.
    </ConfirmDialog>
  )
}
