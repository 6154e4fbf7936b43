import type { Contact } from '@posthorn/contract/audience/contacts'
import type { SuppressionReason } from '@posthorn/contract/audience/suppressions'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { LinkButton } from '#button/button.tsx'
import { Switch } from '#form/switch.tsx'
import { Section } from '#layout/page.tsx'
import { Time } from '#time/time.tsx'
import { reasons } from '../suppressions/reasons.ts'
import { ConsentHistory } from './consent-history.tsx'

/** What the contact agreed to, and whether the address is suppressed regardless of that. */
export function ConsentSection({ contact }: { contact: Contact }) {
  const mayWrite = useMay('contacts:write')
  const update = useChange('updateContact', {
    done: 'Saved.',
    renews: ['getContact', 'listContacts', 'listContactHistory', 'listContactConsent'],
  })
  const set = (body: { email_subscribed?: boolean; sms_subscribed?: boolean }) =>
    update.mutate({ params: { id: contact.id }, body })
  return (
    <Section title="Consent">
      <div className="space-y-3">
        {contact.email && (
          <Switch
            label="Broadcast email"
            hint="Transactional email such as receipts is sent either way."
            isOn={contact.email_subscribed}
            isFixed={!mayWrite || update.isPending}
            onChange={email_subscribed => set({ email_subscribed })}
          />
        )}
        {contact.phone_number && (
          <Switch
            label="Text messages"
            hint="After a STOP, only a START from this number turns it on again."
            isOn={contact.sms_subscribed}
            isFixed={!mayWrite || update.isPending}
            onChange={sms_subscribed => set({ sms_subscribed })}
          />
        )}
        {contact.email && <Suppressed email={contact.email} />}
        <ConsentHistory contact={contact} />
      </div>
    </Section>
  )
}

const labelOf = (reason: SuppressionReason): string => reasons.find(({ value }) => value === reason)?.label ?? reason

function Suppressed({ email }: { email: string }) {
  const entry = useCall('listSuppressions', { query: { email, limit: 1 } }).data?.data[0]
  if (!entry) return null
  return (
    <div className="flex items-center justify-between gap-3 rounded-md border border-warn/40 bg-warn/8 px-3 py-2 text-sm">
      <p>
        <span className="font-medium text-warn">Suppressed.</span> No email is sent to this address:{' '}
        {labelOf(entry.reason).toLowerCase()}, <Time at={entry.created_at} />.
      </p>
      {/* as: filters are strings by name */}
      <LinkButton to="/suppressions" search={{ q: email } as never} isSmall>
        View
      </LinkButton>
    </div>
  )
}
