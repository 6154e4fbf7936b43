import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { useSession } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { FormFailure } from '#form/field.tsx'
import { TabForm } from '#form/form.tsx'
import { TextField } from '#form/inputs.tsx'
import { Section } from '#layout/page.tsx'

export function PasswordSection() {
  const { person } = useSession()
  const [changes, setChanges] = useState(0)
  const change = useChange('changePassword', {
    done: 'Password changed. Your other sessions have ended.',
    isQuiet: true,
    onDone: () => setChanges(changes + 1),
  })
  const send = (value: (name: string) => string) =>
    change.mutate({ body: { current_password: value('current_password'), new_password: value('new_password') } })
  return (
    <Section title="Password">
      {/* A new form after each change, so that no typed password stays. */}
      <TabForm key={changes} onSubmit={send}>
        <input type="hidden" name="username" autoComplete="username" value={person.email} readOnly />
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          <TextField
            label="Current password"
            name="current_password"
            type="password"
            required
            autoComplete="current-password"
            fault={faultOf(change.error, 'current_password')}
          />
          <TextField
            label="New password"
            name="new_password"
            type="password"
            required
            minLength={10}
            maxLength={128}
            autoComplete="new-password"
            hint="At least 10 characters."
            fault={faultOf(change.error, 'new_password')}
          />
        </div>
        <FormFailure error={change.error} fields={['current_password', 'new_password']} />
        <Button type="submit" isBusy={change.isPending}>
          Change password
        </Button>
      </TabForm>
    </Section>
  )
}
