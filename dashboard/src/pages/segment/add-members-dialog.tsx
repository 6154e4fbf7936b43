import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextAreaField } from '#form/inputs.tsx'
import { count } from '#style/figures.ts'
import { addressesIn } from './addresses.ts'

const max = 1_000

/** Adds contacts to a list. Addresses without a contact stay in the field for review. */
export function AddMembersDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [missing, setMissing] = useState<readonly string[]>([])
  const add = useChange('addSegmentContacts', {
    ...{ isQuiet: true, renews: ['listSegmentContacts' as const, 'previewSegment' as const] },
    done: ({ changed }) => `${count(changed)} added to list.`,
    onDone: ({ not_found }) => {
      if (not_found.length === 0) return onClose()
      setMissing(not_found)
      setText(not_found.join('\n'))
    },
  })
  const emails = addressesIn(text)
  return (
    <FormDialog
      title="Add contacts"
      confirm="Add to list"
      change={add}
      fields={[]}
      isDisabled={emails.length === 0 || emails.length > max}
      onSubmit={() => add.mutate({ params: { id }, body: { emails } })}
      onClose={onClose}
    >
      <TextAreaField
        label="Email addresses"
        rows={8}
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder="ada@example.com"
        hint={`One per line or separated by commas. At most ${count(max)} at once.`}
        fault={
          missing.length > 0
            ? `No contact has ${missing.length === 1 ? 'this address' : 'these addresses'}.`
            : undefined
        }
      />
    </FormDialog>
  )
}
