import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useSession } from '#api/session.ts'
import { TextField } from '#form/inputs.tsx'
import { useLastSender } from './last-sender.ts'

/** The fields, which show their own faults. */
export const envelopeFields = ['to', 'from'] as const

type Props = {
  error: Error | null
  /** The initial sender; if missing, the sender of the last test. */
  sender?: string
}

/** The recipient of a test (yourself by default) and its sender. */
export function TestEnvelope({ error, sender }: Props) {
  const { person } = useSession()
  const last = useLastSender()
  // The domains may load while someone is typing: typed text stays.
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
