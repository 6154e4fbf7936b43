import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
import { TextField } from '#form/inputs.tsx'

/** The first step: email and password. Tells `onDone` whether a code is needed, too. */
export function PasswordForm({ onDone, email }: { onDone: (needsCode: boolean) => void; email?: string }) {
  const signIn = useChange('signIn', { isQuiet: true, onDone: ({ needs_code }) => onDone(needs_code) })
  return (
    <Form onSubmit={value => signIn.mutate({ body: { email: value('email'), password: value('password') } })}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
        readOnly={email !== undefined}
      />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      <FormFailure error={signIn.error} />
      <Button tone="primary" type="submit" isBusy={signIn.isPending} className="w-full">
        Sign in
      </Button>
    </Form>
  )
}
