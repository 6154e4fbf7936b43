import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
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

/** Sends the broadcast to yourself, as its first recipient would get it. */
export function TestDialog({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const { person } = useSession()
  const test = useChange('testBroadcast', { isOnce: true, renews: ['listEmails', 'listSms'], isQuiet: true })
  const isSms = broadcast.channel === 'sms'
  const [first] = test.data?.data ?? []
  if (first) return <TestSent kind={broadcast.channel} id={first.id} back="Back to broadcast" onClose={onClose} />
  const submit = (value: (name: string) => string) =>
    test.mutate({
      params: { id: broadcast.id },
      body: { to: addressesIn(value('to')), variant: value('variant') === 'b' ? 'b' : 'a' },
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
        hint={isSms ? 'Up to five of your phone numbers.' : 'Up to five of your addresses.'}
        fault={faultOf(test.error, 'to')}
      />
      {broadcast.ab_test && <SelectField label="Version" name="variant" options={variants} />}
      <p className="text-sm text-soft">
        The test has the content for the first recipient{isSms ? '' : ', with [Test] before the subject'}, and costs as
        much as any message.
      </p>
    </FormDialog>
  )
}
