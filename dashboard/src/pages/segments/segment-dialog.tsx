import type { Segment } from '@posthorn/contract/segments/segments'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextAreaField, TextField } from '#form/inputs.tsx'

type Props = { segment?: Segment; onDone: (segment: Segment) => void; onClose: () => void }

/** Creates a list, or edits the name and description of a segment. */
export function SegmentDialog({ segment, onDone, onClose }: Props) {
  const followUp = { renews: ['listSegments' as const, 'getSegment' as const], isQuiet: true, onDone }
  const create = useChange('createSegment', { isOnce: true, done: 'List created.', ...followUp })
  const update = useChange('updateSegment', { done: 'Saved.', ...followUp })
  const change = segment ? update : create
  const send = (value: (name: string) => string) => {
    const [name, description] = [value('name').trim(), value('description').trim()]
    if (segment) update.mutate({ params: { id: segment.id }, body: { name, description } })
    else create.mutate({ body: { name, ...(description && { description }) } })
  }
  return (
    <FormDialog
      title={segment ? 'Rename segment' : 'New list'}
      confirm={segment ? 'Save' : 'Create list'}
      change={change}
      fields={['name', 'description']}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        defaultValue={segment?.name}
        placeholder="Beta testers"
        fault={faultOf(change.error, 'name')}
      />
      <TextAreaField
        label="Description"
        name="description"
        rows={3}
        maxLength={1000}
        defaultValue={segment?.description}
        fault={faultOf(change.error, 'description')}
      />
    </FormDialog>
  )
}
