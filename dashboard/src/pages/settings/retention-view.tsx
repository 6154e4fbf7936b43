import type { Retention, RetentionUpdate } from '@posthorn/contract/retention'
import { useState } from 'react'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { FormFailure } from '#form/field.tsx'
import { TabForm } from '#form/form.tsx'
import { SelectField } from '#form/inputs.tsx'
import { Facts } from '#layout/facts.tsx'
import { Section } from '#layout/page.tsx'
import { bytes, counted } from '#style/figures.ts'

type Days = number | null

const kinds = [
  {
    name: 'bodies',
    label: 'Content',
    what: 'Content and attachments',
    choices: [0, 1, 7, 30, 90, 365, null],
  },
  { name: 'events', label: 'Events', what: 'Events and webhook deliveries', choices: [7, 30, 90, 365, null] },
  {
    name: 'messages',
    label: 'Messages',
    what: 'Emails, text messages and workflow runs',
    choices: [7, 30, 90, 400, 1095, null],
  },
] as const
type Kind = (typeof kinds)[number]['name']

const inWords = (days: Days): string =>
  days === null ? 'Forever' : days === 0 ? 'Until delivery ends' : counted(days, 'day')
const toDays = (value: string): Days => (value === '' ? null : Number(value))
/** PostgreSQL has no size estimate for a new table at first. */
const size = ({ emails, bytes: taken }: Retention['kept'][Kind]) =>
  taken === 0 ? 'too little to measure' : `about ${bytes(taken)} for ${counted(emails, 'email')}`

/** How long the current environment keeps its data. */
export function RetentionView() {
  const retention = useCall('getRetention')
  const mayManage = useMay('retention:write')
  return (
    <Section title="Data retention">
      <p className="mb-4 max-w-2xl text-soft">
        Applies to this environment only. Older data is deleted permanently. Analytics, credits and everything still in
        progress are always kept.
      </p>
      <Loaded query={retention} skeleton={<Skeleton className="h-40" />}>
        {known =>
          mayManage ? (
            <RetentionForm key={kinds.map(({ name }) => known[`${name}_days`]).join()} known={known} />
          ) : (
            <Facts
              facts={kinds.map(({ name, what }) => ({
                name: what,
                value: `${inWords(known[`${name}_days`])}, ${size(known.kept[name])}`,
              }))}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function RetentionForm({ known }: { known: Retention }) {
  const [asked, setAsked] = useState<{ body: RetentionUpdate; after: Retention }>()
  const change = useChange('updateRetention', {
    done: 'Saved.',
    renews: ['getRetention', 'getEmail'],
    onDone: () => setAsked(undefined),
  })
  const preview = useChange('updateRetention', { isQuiet: true })
  const ask = (body: RetentionUpdate) =>
    preview.mutate({ body: { ...body, preview: true } }, { onSuccess: after => setAsked({ body, after }) })
  return (
    <>
      <TabForm
        onSubmit={value =>
          ask({
            bodies_days: toDays(value('bodies')),
            events_days: toDays(value('events')),
            messages_days: toDays(value('messages')),
          })
        }
      >
        <div className="grid max-w-3xl gap-4 sm:grid-cols-3">
          {kinds.map(({ name, label, what, choices }) => (
            <SelectField
              key={name}
              label={label}
              name={name}
              hint={`${what}: ${size(known.kept[name])}.`}
              options={optionsFor(choices, known[`${name}_days`])}
              defaultValue={known[`${name}_days`] ?? ''}
            />
          ))}
        </div>
        <FormFailure error={preview.error} />
        <Button type="submit" isBusy={preview.isPending}>
          Save
        </Button>
      </TabForm>
      {asked && (
        <ConfirmDialog
          title="Change data retention?"
          confirm="Change"
          isDangerous={freed(known, asked.after).length > 0}
          isBusy={change.isPending}
          onConfirm={() => change.mutate({ body: asked.body })}
          onClose={() => setAsked(undefined)}
        >
          <Consequences lines={freed(known, asked.after)} />
        </ConfirmDialog>
      )}
    </>
  )
}

const Consequences = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? (
    'This change deletes nothing.'
  ) : (
    <>
      <ul className="list-disc space-y-1 pl-5">
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2">This cannot be undone.</p>
    </>
  )

/** What the change deletes, in words. */
const freed = (before: Retention, after: Retention): string[] =>
  kinds.flatMap(({ name, what }) => {
    const [had, has] = [before.kept[name], after.kept[name]]
    const isShorter = (before[`${name}_days`] ?? Infinity) > (after[`${name}_days`] ?? Infinity)
    const emails = counted(Math.max(0, had.emails - has.emails), 'email')
    return isShorter
      ? [`${what} of about ${emails} are deleted, which frees ${bytes(Math.max(0, had.bytes - has.bytes))}.`]
      : []
  })

/** The current value is always an option, even if it was set through the API. */
function optionsFor(choices: readonly Days[], chosen: Days): { value: string; label: string }[] {
  const all = choices.includes(chosen)
    ? choices
    : [...choices, chosen].toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity))
  return all.map(days => ({ value: days === null ? '' : String(days), label: inWords(days) }))
}
