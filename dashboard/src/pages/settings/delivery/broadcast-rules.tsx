import type { BroadcastRules as Rules } from '@posthorn/contract/console/broadcasts'
import { faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { FormFailure } from '#form/field.tsx'
import { TabForm } from '#form/form.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { Facts } from '#layout/facts.tsx'
import { Section } from '#layout/page.tsx'

const choices = [
  { value: 'added', label: 'Add an unsubscribe line' },
  { value: 'required', label: 'Refuse the broadcast' },
]

/** When broadcasts pause automatically, and whether they need an unsubscribe link. */
export function BroadcastRules() {
  const rules = useCall('getBroadcastRules').data
  const mayManage = useMay('settings:manage')
  if (!rules) return null
  return (
    <Section title="Broadcasts">
      <p className="mb-4 text-soft">
        Receivers stop trusting a domain whose broadcasts bounce or get spam complaints. Above these shares of a day’s
        recipients, broadcasts from that domain pause until someone resumes them. Other email is not affected.
      </p>
      {mayManage ? <RulesForm key={JSON.stringify(rules)} {...rules} /> : <RulesShown {...rules} />}
    </Section>
  )
}

function RulesForm({ max_bounce_percent, max_complaint_percent, unsubscribe_line }: Rules) {
  const change = useChange('setBroadcastRules', { done: 'Saved.', renews: ['getBroadcastRules'], isQuiet: true })
  return (
    <TabForm
      onSubmit={value =>
        change.mutate({
          body: {
            max_bounce_percent: Number(value('max_bounce_percent')),
            max_complaint_percent: Number(value('max_complaint_percent')),
            unsubscribe_line: value('unsubscribe_line') === 'required' ? 'required' : 'added',
          },
        })
      }
    >
      <div className="grid max-w-2xl gap-4 sm:grid-cols-3">
        <PercentField
          label="Bounce rate (%)"
          name="max_bounce_percent"
          defaultValue={max_bounce_percent}
          fault={faultOf(change.error, 'max_bounce_percent')}
        />
        <PercentField
          label="Spam complaint rate (%)"
          name="max_complaint_percent"
          defaultValue={max_complaint_percent}
          fault={faultOf(change.error, 'max_complaint_percent')}
        />
        <SelectField
          label="Without an unsubscribe link"
          name="unsubscribe_line"
          options={choices}
          defaultValue={unsubscribe_line}
        />
      </div>
      <FormFailure error={change.error} fields={['max_bounce_percent', 'max_complaint_percent']} />
      <Button type="submit" isBusy={change.isPending}>
        Save
      </Button>
    </TabForm>
  )
}

const PercentField = (props: { label: string; name: string; defaultValue: number; fault: string | undefined }) => (
  <TextField {...props} type="number" required min={0.01} max={100} step="any" inputMode="decimal" />
)

const RulesShown = ({ max_bounce_percent, max_complaint_percent, unsubscribe_line }: Rules) => (
  <Facts
    facts={[
      { name: 'Bounce rate', value: `${max_bounce_percent} %` },
      { name: 'Spam complaint rate', value: `${max_complaint_percent} %` },
      { name: 'Without an unsubscribe link', value: choices.find(({ value }) => value === unsubscribe_line)?.label },
    ]}
  />
)
