import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
import { TextField } from '#form/inputs.tsx'

type Props = { onClose: () => void; onAdded: (id: string) => void }

export function AddDomainDialog({ onClose, onAdded }: Props) {
  const add = useChange('addDomain', {
    done: ({ name }) => `${name} is added. Now put its records into DNS.`,
    renews: ['listDomains', 'getAttention'],
    isQuiet: true,
    onDone: ({ id }) => {
      onClose()
      onAdded(id)
    },
  })
  return (
    <Dialog
      title="Add a domain"
      onClose={onClose}
      footer={
        <Button tone="primary" type="submit" form="add-domain" isBusy={add.isPending}>
          Add domain
        </Button>
      }
    >
      <Form id="add-domain" onSubmit={value => add.mutate({ body: { name: value('name').trim() } })}>
        <TextField
          label="Domain"
          name="name"
          required
          maxLength={300}
          autoComplete="off"
          autoCapitalize="none"
          placeholder="example.com"
          hint="The part behind the @ of the addresses you send from."
          fault={faultOf(add.error, 'name')}
        />
        <FormFailure error={add.error} fields={['name']} />
      </Form>
    </Dialog>
  )
}
