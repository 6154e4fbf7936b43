import { faultOf } from '#api/failure.ts'
import { useSession } from '#api/session.ts'
import { TextField } from '#form/inputs.tsx'
import { lastSender } from './last-sender.ts'

/** The names of its fields, which show their own faults. */
export const envelopeFields = ['to', 'from'] as const

/** Whom a test is for and who it is from: oneself, and the sender of the last one. */
export function TestEnvelope({ error }: { error: Error | null }) {
  const { person } = useSession()
  return (
    <>
      <TextField label="To" name="to" type="email" required defaultValue={person.email} fault={faultOf(error, 'to')} />
      <TextField
        label="From"
        name="from"
        required
        placeholder="Acme <hello@acme.test>"
        defaultValue={lastSender.read()}
        hint="An address of a domain of yours."
        fault={faultOf(error, 'from')}
      />
    </>
  )
}
