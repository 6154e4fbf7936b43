import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'

type Props = { onClose: () => void; onAdded: (id: string) => void }

export function AddDomainDialog({ onClose, onAdded }: Props) {
  const add = useChange('addDomain', {
    done: ({ name }) => `${name} added. Now add its DNS records.`,
    renews: ['listDomains', 'getAttention'],
    isQuiet: true,
    onDone: ({ id }) => {
      onClose()
      onAdded(id)
    },
  })
  return (
    <FormDialog
      title="Add domain"
      confirm="Add domain"
      change={add}
      fields={['name']}
      onSubmit={value => add.mutate({ body: { name: value('name').trim() } })}
      onClose={onClose}
    >
      <TextField
        label="Domain"
        name="name"
        required
        maxLength={300}
        autoComplete="off"
        autoCapitalize="none"
        placeholder="example.com"
        hint="The part after the @ in the addresses you send from."
        fault={faultOf(add.error, 'name')}
      />
    </FormDialog>
  )
}
