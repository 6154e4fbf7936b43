import { environment } from '#api/scope.ts'
import { useSession } from '#api/session.ts'
import { useFilters } from '#form/filters.ts'
import { LiveSign } from '#layout/live-sign.tsx'
import { Page } from '#layout/page.tsx'
import { Segments } from '#tabs/segments.tsx'
import { MailReader } from './mail-reader.tsx'
import { PhoneView } from './phone-view.tsx'

const kinds = [
  { value: 'mail', label: 'Email' },
  { value: 'phone', label: 'SMS' },
] as const

/** Messages as their recipients see them. */
export function InboxPage() {
  const [{ kind: asked }, setFilters] = useFilters(['kind', 'open'])
  const kind = asked === 'phone' ? 'phone' : 'mail'
  return (
    <Page
      title="Inbox"
      isFull
      aside={<LiveSign />}
      actions={
        <Segments label="Channel" options={kinds} value={kind} onChange={kind => setFilters({ kind, open: '' })} />
      }
    >
      <Whereabouts kind={kind} />
      {kind === 'mail' ? <MailReader /> : <PhoneView />}
    </Page>
  )
}

/** Tells whether the messages shown here were also sent. */
function Whereabouts({ kind }: { kind: 'mail' | 'phone' }) {
  const { captures_email, captures_sms } = useSession().instance
  if (environment === 'test') return null
  const isCaptured = kind === 'mail' ? captures_email : captures_sms
  return (
    <p className="border-t border-line bg-sunken px-4 py-1.5 text-sm text-soft md:px-6">
      {isCaptured
        ? 'Captured: live messages are kept here and not sent until a transport is configured.'
        : 'These messages are really sent. This is what their recipients see.'}
    </p>
  )
}
