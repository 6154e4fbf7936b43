import { Plus } from 'lucide-react'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { switchOrganization } from '#api/scope.ts'
import { useMay, useOrganization, useSession } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { CopyText } from '#code/code-block.tsx'
import { FormFailure } from '#form/field.tsx'
import { TabForm } from '#form/form.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'
import { Facts } from '#layout/facts.tsx'
import { Section } from '#layout/page.tsx'
import { inWords } from '#status/message-status.tsx'
import { BrandingSection } from './branding/branding-section.tsx'

/** The organization and its installation. */
export function OrganizationView() {
  const { id, name, plan, role, is_charged } = useOrganization()
  const { instance, person } = useSession()
  const mayManage = useMay('settings:manage')
  return (
    <>
      <Section title="Organization" actions={person.is_operator && <CreateOrganization />}>
        <div className="space-y-5">
          {mayManage && <RenameForm key={name} name={name} />}
          <Facts
            facts={[
              { name: 'Name', value: !mayManage && name },
              { name: 'Plan', value: is_charged && inWords(plan) },
              { name: 'Your role', value: inWords(role) },
              { name: 'ID', value: <CopyText text={id} label="Copy organization ID" /> },
            ].filter(({ value }) => value)}
          />
        </div>
      </Section>
      <BrandingSection />
      <Section title="This installation">
        <Facts
          facts={[
            { name: 'Version', value: instance.version },
            { name: 'Public URL', value: <CopyText text={instance.public_url} /> },
            { name: 'Live email', value: instance.captures_email ? 'Captured here, not sent' : 'Sent' },
            { name: 'Live SMS', value: instance.captures_sms ? 'Captured here, not sent' : 'Sent' },
          ]}
        />
      </Section>
    </>
  )
}

function RenameForm({ name }: { name: string }) {
  const rename = useChange('updateOrganization', { done: 'Saved.', renews: ['getSession'], isQuiet: true })
  return (
    <TabForm onSubmit={value => rename.mutate({ body: { name: value('name').trim() } })}>
      <div className="flex max-w-md items-end gap-2">
        <div className="grow">
          <TextField
            label="Name"
            name="name"
            required
            maxLength={100}
            defaultValue={name}
            fault={faultOf(rename.error, 'name')}
          />
        </div>
        <Button type="submit" isBusy={rename.isPending}>
          Rename
        </Button>
      </div>
      <FormFailure error={rename.error} fields={['name']} />
    </TabForm>
  )
}

function CreateOrganization() {
  const [isOpen, setOpen] = useState(false)
  const create = useChange('createOrganization', { isQuiet: true, onDone: ({ id }) => switchOrganization(id) })
  return (
    <>
      <Button isSmall icon={Plus} onClick={() => setOpen(true)}>
        New organization
      </Button>
      {isOpen && (
        <FormDialog
          title="New organization"
          confirm="Create organization"
          change={create}
          fields={['name']}
          onSubmit={value => create.mutate({ body: { name: value('name').trim() } })}
          onClose={() => setOpen(false)}
        >
          <TextField
            label="Name"
            name="name"
            required
            maxLength={100}
            autoComplete="off"
            hint="It has its own keys, contacts, domains and members. You become its owner."
            fault={faultOf(create.error, 'name')}
          />
        </FormDialog>
      )}
    </>
  )
}
