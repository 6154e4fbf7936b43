import type { Template } from '@posthorn/contract/messages/templates'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { buttonLook } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextAreaField, TextField } from '#form/inputs.tsx'
import { Menu, MenuItem, MenuLine } from '#menu/menu.tsx'
import { starters } from '../templates/starters.ts'
import type { Draft } from './use-draft.ts'

type VersionProps = { template: Template; chosen: number | undefined; onChoose: (version: number | undefined) => void }

/** The versions, newest first. An older one can be viewed and restored; published versions never change. */
export function VersionMenu({ template, chosen, onChoose }: VersionProps) {
  const { version: newest, status, published_version } = template
  const versions = Array.from({ length: Math.min(newest, 50) }, (_, at) => newest - at)
  const wordsOf = (version: number) => {
    if (version === published_version) return 'published'
    return version === newest && status === 'draft' ? 'draft' : 'older'
  }
  return (
    <Menu
      label={`v${chosen ?? newest}, other versions`}
      align="right"
      className={buttonLook({ children: ' ' })}
      button={
        <>
          v{chosen ?? newest}
          <ChevronDown aria-hidden className="size-4 text-faint" />
        </>
      }
    >
      {versions.map(version => (
        <MenuItem
          key={version}
          isChosen={version === (chosen ?? newest)}
          onChoose={() => onChoose(version === newest ? undefined : version)}
        >
          Version {version} <span className="text-faint">{wordsOf(version)}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

type Open = 'rename' | 'switch' | 'delete' | undefined

/** Less frequent actions. */
export function MoreMenu({ template, draft }: { template: Template; draft: Draft }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const other = draft.kind === 'html' ? 'MJML' : 'HTML'
  return (
    <>
      <Menu label="More actions" align="right" className={buttonLook({})} button={<Ellipsis className="size-4" />}>
        <MenuItem onChoose={() => setOpen('rename')}>Rename…</MenuItem>
        <MenuItem onChoose={() => setOpen('switch')}>Switch to {other}…</MenuItem>
        <MenuLine />
        <MenuItem isDangerous onChoose={() => setOpen('delete')}>
          Delete template
        </MenuItem>
      </Menu>
      {open === 'rename' && <RenameDialog template={template} onClose={close} />}
      {open === 'switch' && <SwitchDialog draft={draft} other={other} onClose={close} />}
      {open === 'delete' && <DeleteDialog template={template} draft={draft} onClose={close} />}
    </>
  )
}

type DialogProps = { template: Template; onClose: () => void }

function RenameDialog({ template, onClose }: DialogProps) {
  const save = useChange('updateTemplate', {
    done: 'Saved.',
    renews: ['getTemplate', 'listTemplates'],
    isQuiet: true,
    onDone: onClose,
  })
  const submit = (value: (name: string) => string) =>
    save.mutate({
      params: { id: template.id },
      body: { friendly_name: value('friendly_name').trim(), description: value('description') },
    })
  return (
    <FormDialog
      title="Rename template"
      confirm="Save"
      change={save}
      fields={['friendly_name']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="friendly_name"
        required
        maxLength={100}
        defaultValue={template.friendly_name}
        hint="Requests that use the old name will no longer find it."
        fault={faultOf(save.error, 'friendly_name')}
      />
      <TextAreaField label="Description" name="description" maxLength={1000} defaultValue={template.description} />
    </FormDialog>
  )
}

type SwitchProps = { draft: Draft; other: 'MJML' | 'HTML'; onClose: () => void }

function SwitchDialog({ draft, other, onClose }: SwitchProps) {
  const begin = () => {
    draft.begin(other === 'MJML' ? starters.mjml : starters.html)
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Switch to ${other}?`}
      confirm={`Switch to ${other}`}
      isDangerous
      onConfirm={begin}
      onClose={onClose}
    >
      An example in {other} replaces the draft’s content; the subject and the plain text are kept. The published version
      does not change until you publish again.
    </ConfirmDialog>
  )
}

function DeleteDialog({ template, draft, onClose }: DialogProps & { draft: Draft }) {
  const navigate = useNavigate()
  const remove = useChange('deleteTemplate', {
    done: 'Template deleted.',
    renews: ['listTemplates'],
    // Unsaved changes on the page are no longer needed.
    onDone: () => {
      draft.drop()
      navigate({ to: '/templates', ignoreBlocker: true })
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${template.friendly_name}?`}
      confirm="Delete template"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: template.id } })}
      onClose={onClose}
    >
      Emails created from it are kept. Requests that use it are refused. This cannot be undone.
    </ConfirmDialog>
  )
}
