import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useSession } from '#api/session.ts'
import { TextField } from '#form/inputs.tsx'
import { useLastSender } from './last-sender.ts'

/** The names of its fields, which show their own faults. */
export const envelopeFields = ['to', 'from'] as const

type Props = {
  error: Error | null
  /** Who it is from unless that is changed: the sender of the last one where nothing is given. */
  sender?: string
}

/** Whom a test is for, oneself unless that is changed, and who it is from. */
export function TestEnvelope({ error, sender }: Props) {
  const { person } = useSession()
  const last = useLastSender()
  // Domains may become known while somebody types: what was typed stays.
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <TextField label="To" name="to" type="email" required defaultValue={person.email} fault={faultOf(error, 'to')} />
      <TextField
        label="From"
        name="from"
        required
        placeholder="Acme <hello@acme.test>"
        value={typed ?? sender ?? last}
        onChange={({ target }) => setTyped(target.value)}
        hint="An address at one of your domains."
        fault={faultOf(error, 'from')}
      />
    </>
  )
}
