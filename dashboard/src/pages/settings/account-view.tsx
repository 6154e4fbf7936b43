import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { useSession } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { TabForm } from '#form/form.tsx'
import { TextField } from '#form/inputs.tsx'
import { Section } from '#layout/page.tsx'
import { useSignOut } from '#layout/sign-out.ts'
import { PasswordSection } from './password-section.tsx'
import { ProviderSection } from './provider-section.tsx'
import { TotpSection } from './totp-section.tsx'

/** The settings of a person's own account, available to every role. */
export function AccountView() {
  const { person, instance } = useSession()
  const usesPassword = person.has_password && instance.takes_passwords
  return (
    <>
      <PersonSection />
      <ProviderSection />
      {/* People who sign in without a password set up two-factor authentication at the provider. */}
      {usesPassword && <PasswordSection />}
      {usesPassword && <TotpSection />}
      <SessionsSection />
    </>
  )
}

function PersonSection() {
  const { person } = useSession()
  const update = useChange('updatePerson', {
    done: 'Saved.',
    renews: ['getSession', 'listMembers'],
    isQuiet: true,
  })
  return (
    <Section title="Profile">
      <TabForm onSubmit={value => update.mutate({ body: { name: value('name').trim() } })}>
        <div className="flex max-w-md items-end gap-2">
          <div className="grow">
            <TextField
              key={person.name}
              label="Name"
              name="name"
              required
              maxLength={100}
              autoComplete="name"
              defaultValue={person.name}
              fault={faultOf(update.error, 'name')}
            />
          </div>
          <Button type="submit" isBusy={update.isPending}>
            Save
          </Button>
        </div>
        <p className="text-sm text-soft">You sign in with {person.email}.</p>
        <FormFailure error={update.error} fields={['name']} />
      </TabForm>
    </Section>
  )
}

function SessionsSection() {
  const [isOpen, setOpen] = useState(false)
  const signOut = useSignOut('signOutEverywhere')
  return (
    <Section title="Sessions">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">Lost a device, or forgot to sign out somewhere?</p>
        <Button tone="danger" onClick={() => setOpen(true)}>
          Sign out everywhere
        </Button>
      </div>
      {isOpen && (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirm="Sign out everywhere"
          isDangerous
          isBusy={signOut.isPending}
          onConfirm={() => signOut.mutate({})}
          onClose={() => setOpen(false)}
        >
          This ends all your sessions, including this one. API keys keep working.
        </ConfirmDialog>
      )}
    </Section>
  )
}
