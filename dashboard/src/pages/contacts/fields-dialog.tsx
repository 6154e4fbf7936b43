import { type ContactField, fieldTypes } from '@posthorn/contract/audience/contact-fields'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'

const typeNames: Record<ContactField['type'], string> = {
  string: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
}

/** The custom contact fields of the environment, and a form to add one. */
export function FieldsDialog({ onClose }: { onClose: () => void }) {
  const fields = useCall('listContactFields')
  const mayWrite = useMay('contacts:write')
  const [leaving, setLeaving] = useState<ContactField>()
  if (leaving) return <DeleteField field={leaving} onClose={() => setLeaving(undefined)} />
  return (
    <Dialog title="Contact fields" onClose={onClose} isWide>
      <div className="space-y-5">
        <Loaded query={fields} skeleton={<SkeletonRows rows={3} />}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="text-soft">
                Fields hold what you know about contacts besides their names: their plan, their city, when they joined.
                Templates print them as <code>{'{{ contact.properties.plan }}'}</code>, and workflows use them in
                conditions.
              </p>
            ) : (
              <ul className="divide-y divide-line rounded-lg border border-line">
                {data.map(field => (
                  <li key={field.id} className="flex items-center gap-4 px-3 py-2">
                    <span className="min-w-0 grow truncate font-medium">{field.key}</span>
                    <span className="text-sm text-faint">
                      {typeNames[field.type]}
                      {field.fallback !== undefined && `, fallback ${String(field.fallback)}`}
                    </span>
                    {mayWrite && (
                      <Button
                        tone="quiet"
                        isSmall
                        icon={Trash2}
                        aria-label={`Delete ${field.key}`}
                        onClick={() => setLeaving(field)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        {mayWrite && <NewField />}
      </div>
    </Dialog>
  )
}

const inputs = ['key', 'type', 'fallback']

function NewField() {
  const [made, setMade] = useState(0)
  const create = useChange('createContactField', {
    done: 'Field added.',
    renews: ['listContactFields'],
    isQuiet: true,
    onDone: () => setMade(made + 1),
  })
  const send = (value: (name: string) => string) => {
    const type = fieldTypes.find(one => one === value('type')) ?? 'string'
    const text = value('fallback').trim()
    const fallback = type === 'number' ? Number(text) : type === 'boolean' ? text.toLowerCase() === 'true' : text
    create.mutate({ body: { key: value('key').trim(), type, ...(text && { fallback }) } })
  }
  return (
    <Form key={made} onSubmit={send}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          label="New field"
          name="key"
          placeholder="plan"
          autoComplete="off"
          required
          fault={faultOf(create.error, 'key')}
        />
        <SelectField
          label="Type"
          name="type"
          options={fieldTypes.map(value => ({ value, label: typeNames[value] }))}
          hint="Cannot be changed later."
        />
        <TextField
          label="Fallback"
          name="fallback"
          autoComplete="off"
          hint="Printed by templates if a contact has no value."
          fault={faultOf(create.error, 'fallback')}
        />
      </div>
      <FormFailure error={create.error} fields={inputs} />
      <Button type="submit" isBusy={create.isPending}>
        Add field
      </Button>
    </Form>
  )
}

function DeleteField({ field, onClose }: { field: ContactField; onClose: () => void }) {
  const remove = useChange('deleteContactField', {
    done: 'Field deleted.',
    renews: ['listContactFields', 'listContacts', 'getContact'],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={`Delete ${field.key}?`}
      confirm="Delete field"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: field.id } })}
      onClose={onClose}
    >
      Its values are deleted from all contacts, and templates and workflows that use it no longer find it. This cannot
      be undone.
    </ConfirmDialog>
  )
}
