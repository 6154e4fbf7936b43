import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { useSession } from '#api/session.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { TestSent } from '#messages/send-test/test-sent.tsx'
import { addressesIn } from './edits.ts'

const variants = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
]

/** Sends it to oneself, as the first of its recipients would get it. */
export function TestDialog({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const { person } = useSession()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const test = useChange('testBroadcast', { renews: ['listEmails', 'listSms'], isQuiet: true })
  const isSms = broadcast.channel === 'sms'
  const [first] = test.data?.data ?? []
  if (first) return <TestSent kind={broadcast.channel} id={first.id} back="Back to the broadcast" onClose={onClose} />
  const submit = (value: (name: string) => string) =>
    test.mutate({
      params: { id: broadcast.id },
      body: { to: addressesIn(value('to')), variant: value('variant') === 'b' ? 'b' : 'a' },
      idempotencyKey,
    })
  return (
    <FormDialog
      title="Send a test"
      confirm="Send test"
      change={test}
      fields={['to', 'variant']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="To"
        name="to"
        required
        defaultValue={isSms ? '' : person.email}
        placeholder={isSms ? '+14155552671' : undefined}
        hint={isSms ? 'Phones of yours, up to five.' : 'Addresses of yours, up to five.'}
        fault={faultOf(test.error, 'to')}
      />
      {broadcast.ab_test && <SelectField label="Version" name="variant" options={variants} />}
      <p className="text-sm text-soft">
        It says what the first recipient would read{isSms ? '' : ', with [Test] before the subject'}, and costs what any
        message costs.
      </p>
    </FormDialog>
  )
}
