import type { Topic } from '@posthorn/contract/audience/topics'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { CheckField, TextAreaField, TextField } from '#form/inputs.tsx'
import { ConfirmationFields, confirmationOf } from './confirmation-fields.tsx'

/** Creates a topic or edits the given one. */
export function TopicDialog({ topic, onClose }: { topic?: Topic; onClose: () => void }) {
  const followUp = { renews: ['listTopics' as const], isQuiet: true, onDone: onClose }
  const create = useChange('createTopic', { done: 'Topic created.', ...followUp })
  const update = useChange('updateTopic', { done: 'Saved.', ...followUp })
  const change = topic ? update : create
  const { error } = change

  const send = (value: (name: string) => string) => {
    const description = value('description').trim()
    const body = {
      ...{ name: value('name').trim(), is_default_topic: value('is_default_topic') === 'on' },
      ...confirmationOf(value, topic !== undefined),
    }
    if (topic) update.mutate({ params: { id: topic.id }, body: { ...body, description } })
    else create.mutate({ body: { ...body, ...(description && { description }) } })
  }
  return (
    <FormDialog
      title={topic ? 'Edit topic' : 'New topic'}
      confirm={topic ? 'Save' : 'Create topic'}
      change={change}
      fields={['name', 'description', 'confirm', 'confirmation.from', 'confirmation.reminder_after_hours']}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={50}
        defaultValue={topic?.name}
        placeholder="Product news"
        hint="Shown to people on the preferences page."
        fault={faultOf(error, 'name')}
      />
      <TextAreaField
        label="Description"
        name="description"
        rows={3}
        maxLength={1000}
        defaultValue={topic?.description}
        fault={faultOf(error, 'description')}
      />
      <CheckField
        label="Default topic"
        name="is_default_topic"
        defaultChecked={topic?.is_default_topic ?? false}
        hint="New contacts are subscribed to it. Existing contacts are not."
      />
      <ConfirmationFields topic={topic} error={error} />
    </FormDialog>
  )
}
