import { useSearch } from '@tanstack/react-router'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
import { TextField } from '#form/inputs.tsx'
import { CenteredPage } from '#layout/centered-page.tsx'

/** The first page of a new installation. Its link creates the owner account. */
export function SetUpPage() {
  const token = useSearch({ strict: false, select: ({ token }: { token?: string }) => token }) ?? ''
  const setUp = useChange('setUp', { isQuiet: true, onDone: () => location.assign('/inbox') })
  const { error } = setUp

  const send = (value: (name: string) => string) => {
    const organization = value('organization_name').trim()
    const body = { token, name: value('name').trim(), email: value('email').trim(), password: value('password') }
    setUp.mutate({ body: organization ? { ...body, organization_name: organization } : body })
  }
  return (
    <CenteredPage title="Welcome" intro="Create the owner account. This link works once.">
      <Form onSubmit={send}>
        <TextField label="Your name" name="name" autoComplete="name" required fault={faultOf(error, 'name')} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          fault={faultOf(error, 'email')}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          hint="At least 10 characters."
          fault={faultOf(error, 'password')}
        />
        <TextField
          label="Organization"
          name="organization_name"
          autoComplete="organization"
          placeholder="Acme"
          hint="Can be changed later."
          fault={faultOf(error, 'organization_name')}
        />
        <FormFailure error={error} fields={['name', 'email', 'password', 'organization_name']} />
        <Button tone="primary" type="submit" isBusy={setUp.isPending} className="w-full">
          Create account
        </Button>
      </Form>
    </CenteredPage>
  )
}
