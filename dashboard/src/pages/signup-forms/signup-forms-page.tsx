import type { SignupForm } from '@posthorn/contract/audience/signup-forms'
import { ClipboardList, Code, ExternalLink, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { CodeBlock } from '#code/code-block.tsx'
import { Curl } from '#code/curl.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { Page } from '#layout/page.tsx'
import { SignupFormDialog } from './signup-form-dialog.tsx'
import { snippetOf } from './snippet.ts'

type Open = { what: 'edit' | 'code' | 'delete'; form: SignupForm } | { what: 'new' }

export function SignupFormsPage() {
  const forms = useCall('listSignupForms')
  const mayWrite = useMay('contacts:write')
  const [open, setOpen] = useState<Open>()
  const add = (
    <Button tone="primary" icon={Plus} onClick={() => setOpen({ what: 'new' })}>
      New form
    </Button>
  )
  return (
    <Page title="Signup forms" actions={mayWrite && add}>
      <Loaded
        query={forms}
        skeleton={
          <div className="card">
            <SkeletonRows rows={3} />
          </div>
        }
      >
        {({ data }) =>
          data.length === 0 ? <NoForms /> : <FormList forms={data} mayWrite={mayWrite} onOpen={setOpen} />
        }
      </Loaded>
      {open && <Opened open={open} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

function FormList({ forms, mayWrite, onOpen }: { forms: SignupForm[]; mayWrite: boolean; onOpen: (o: Open) => void }) {
  return (
    <ul aria-label="Signup forms" className="card divide-y divide-line">
      {forms.map(form => (
        <li key={form.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-0 grow basis-60">
            <p className="truncate font-medium">{form.name}</p>
            <p className="truncate text-sm text-soft">{form.wording}</p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <a
              href={form.url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1.5 text-sm text-accent hover:underline"
            >
              <ExternalLink aria-hidden className="size-4" /> Open page
            </a>
            <Button isSmall icon={Code} onClick={() => onOpen({ what: 'code', form })}>
              HTML
            </Button>
            {mayWrite && (
              <>
                <Button
                  tone="quiet"
                  isSmall
                  icon={Pencil}
                  aria-label={`Edit ${form.name}`}
                  onClick={() => onOpen({ what: 'edit', form })}
                />
                <Button
                  tone="quiet"
                  isSmall
                  icon={Trash2}
                  aria-label={`Delete ${form.name}`}
                  onClick={() => onOpen({ what: 'delete', form })}
                />
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Opened({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case 'new':
      return <SignupFormDialog onClose={onClose} />
    case 'edit':
      return <SignupFormDialog form={open.form} onClose={onClose} />
    case 'delete':
      return <DeleteForm form={open.form} onClose={onClose} />
    case 'code':
      return (
        <Dialog title={`HTML of “${open.form.name}”`} onClose={onClose} isWide>
          <div className="space-y-3">
            <p className="text-soft">
              Paste this into your page. Its site must be one of the allowed sites:{' '}
              {open.form.allowed_origins.join(', ') || 'none yet'}.
            </p>
            <CodeBlock code={snippetOf(open.form)} />
          </div>
        </Dialog>
      )
  }
}

function DeleteForm({ form, onClose }: { form: SignupForm; onClose: () => void }) {
  const remove = useChange('deleteSignupForm', { done: 'Form deleted.', renews: ['listSignupForms'], onDone: onClose })
  return (
    <ConfirmDialog
      title={`Delete “${form.name}”?`}
      confirm="Delete form"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: form.id } })}
      onClose={onClose}
    >
      Nobody can sign up with it anymore, including on your own pages. Contacts are kept.
    </ConfirmDialog>
  )
}

const NoForms = () => (
  <EmptyState
    icon={ClipboardList}
    title="No signup forms yet"
    code={<Curl path="/v1/signup-forms" body={{ name: 'Newsletter', wording: 'Acme may send me its newsletter.' }} />}
  >
    Let people subscribe on a hosted page or on your site. A topic that asks for confirmation keeps people from
    subscribing others.
  </EmptyState>
)
