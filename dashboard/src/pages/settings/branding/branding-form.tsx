import type { Branding } from '@posthorn/contract/console/branding'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { LeaveDialog } from '#dialog/leave-dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
import { TextAreaField, TextField } from '#form/inputs.tsx'
import { ColorField } from './color-field.tsx'
import { changeFrom, type Draft, draftOf, isChanged } from './draft.ts'
import { LogoField } from './logo-field.tsx'
import { Preview } from './preview.tsx'

const fields = ['name', 'color', 'website', 'logo', 'unsubscribe_words', 'confirmation_words']

export function BrandingForm({ known, organizationName }: { known: Branding; organizationName: string }) {
  const [draft, setDraft] = useState(() => draftOf(known))
  const save = useChange('setBranding', { done: 'Saved.', renews: ['getBranding'], isQuiet: true })
  const change = (part: Partial<Draft>) => setDraft(before => ({ ...before, ...part }))
  const faultIn = (field: string) => faultOf(save.error, field)
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Form onSubmit={() => save.mutate({ body: changeFrom(known, draft) })}>
        <LogoField logo={draft.logo} fault={faultIn('logo')} onChange={logo => change({ logo })} />
        <ColorField value={draft.color} fault={faultIn('color')} onChange={color => change({ color })} />
        <TextField
          label="Display name"
          maxLength={100}
          value={draft.name}
          placeholder={organizationName}
          fault={faultIn('name')}
          onChange={event => change({ name: event.target.value })}
        />
        <TextField
          label="Website"
          type="url"
          maxLength={500}
          value={draft.website}
          placeholder="https://example.com"
          fault={faultIn('website')}
          onChange={event => change({ website: event.target.value })}
        />
        <TextAreaField
          label="Message when unsubscribing"
          rows={2}
          maxLength={300}
          value={draft.unsubscribeWords}
          fault={faultIn('unsubscribe_words')}
          onChange={event => change({ unsubscribeWords: oneLine(event.target.value) })}
        />
        <TextAreaField
          label="Message after subscribing"
          rows={2}
          maxLength={300}
          value={draft.confirmationWords}
          fault={faultIn('confirmation_words')}
          onChange={event => change({ confirmationWords: oneLine(event.target.value) })}
        />
        <FormFailure error={save.error} fields={fields} />
        <Button type="submit" isBusy={save.isPending}>
          Save branding
        </Button>
      </Form>
      <Preview draft={draft} organizationName={organizationName} />
      <LeaveDialog isDirty={isChanged(known, draft)} isInTab>
        Your branding changes have not been saved and will be lost.
      </LeaveDialog>
    </div>
  )
}

/** The pages show the text as one paragraph. */
const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')
