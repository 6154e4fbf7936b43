import type { SignupForm } from '@posthorn/contract/audience/signup-forms'
import { faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { CheckField, TextAreaField, TextField } from '#form/inputs.tsx'
import { useTopics } from '../topics/all-topics.ts'

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** Creates a signup form or edits the given one. */
export function SignupFormDialog({ form, onClose }: { form?: SignupForm; onClose: () => void }) {
  const followUp = { renews: ['listSignupForms' as const], isQuiet: true, onDone: onClose }
  const create = useChange('createSignupForm', { done: 'Form created.', ...followUp })
  const update = useChange('updateSignupForm', { done: 'Saved.', ...followUp })
  const change = form ? update : create
  const topics = useTopics().data
  const fields = useCall('listContactFields').data?.data

  const send = (value: (name: string) => string) => {
    const redirect = value('redirect_url').trim()
    const body = {
      ...{ name: value('name').trim(), wording: value('wording').trim() },
      // Until they are loaded nobody has chosen among them, and the form keeps its own.
      ...(topics && { topic_ids: topics.filter(({ id }) => value(`topic ${id}`) === 'on').map(({ id }) => id) }),
      ...(fields && { fields: fields.filter(({ key }) => value(`field ${key}`) === 'on').map(({ key }) => key) }),
      allowed_origins: linesOf(value('allowed_origins')),
    }
    if (form) update.mutate({ params: { id: form.id }, body: { ...body, redirect_url: redirect || null } })
    else create.mutate({ body: { ...body, ...(redirect && { redirect_url: redirect }) } })
  }
  return (
    <FormDialog
      title={form ? 'Edit signup form' : 'New signup form'}
      confirm={form ? 'Save' : 'Create form'}
      change={change}
      fields={['name', 'wording', 'redirect_url']}
      onSubmit={send}
      onClose={onClose}
      isWide
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        defaultValue={form?.name}
        placeholder="Newsletter"
        hint="The heading of the page."
        fault={faultOf(change.error, 'name')}
      />
      <TextAreaField
        label="What people agree to"
        name="wording"
        required
        rows={2}
        maxLength={2000}
        defaultValue={form?.wording}
        placeholder="Acme may send me its newsletter. I can unsubscribe at any time."
        hint="Stored with each consent, as it was shown."
        fault={faultOf(change.error, 'wording')}
      />
      {topics && topics.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Topics</legend>
          {topics.map(({ id, name, confirm }) => (
            <CheckField
              key={id}
              label={name}
              name={`topic ${id}`}
              defaultChecked={form?.topic_ids.includes(id) ?? false}
              hint={confirm ? undefined : 'No confirmation: anyone can subscribe anyone.'}
            />
          ))}
        </fieldset>
      )}
      {fields && fields.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Fields</legend>
          {fields.map(({ id, key }) => (
            <CheckField
              key={id}
              label={key}
              name={`field ${key}`}
              defaultChecked={form?.fields.includes(key) ?? false}
            />
          ))}
        </fieldset>
      )}
      <TextAreaField
        label="Allowed sites"
        name="allowed_origins"
        rows={2}
        defaultValue={form?.allowed_origins.join('\n')}
        placeholder="https://acme.com"
        hint="One per line. The hosted page needs none."
      />
      <TextField
        label="Redirect URL"
        name="redirect_url"
        type="url"
        defaultValue={form?.redirect_url}
        placeholder="https://acme.com/thanks"
        hint="Leave empty to show a thank-you page."
        fault={faultOf(change.error, 'redirect_url')}
      />
    </FormDialog>
  )
}
