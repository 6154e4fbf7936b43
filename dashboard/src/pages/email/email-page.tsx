import type { Email } from '@posthorn/contract/messages/email-replies'
import { Link, useParams } from '@tanstack/react-router'
import { Eraser } from 'lucide-react'
import { useCall } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useMay } from '#api/session.ts'
import { CopyText } from '#code/code-block.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { useFilters } from '#form/filters.ts'
import { Facts } from '#layout/facts.tsx'
import { LoadedPage } from '#layout/loaded-page.tsx'
import { Page, Section } from '#layout/page.tsx'
import { MessageStatus, openPollMs, WaitingNotice } from '#status/message-status.tsx'
import { Tabs } from '#tabs/tabs.tsx'
import { Time } from '#time/time.tsx'
import { EmailActions } from './email-actions.tsx'
import { Attachments, Headers, PlainText, Preview, Raw } from './email-views.tsx'
import { FallbackNotice } from './fallback-notice.tsx'
import { useParsedMail } from './parsed-mail.ts'
import { PreflightView } from './preflight-view.tsx'
import { Timeline } from './timeline.tsx'

const back = { to: '/emails', name: 'Emails' } as const

export function EmailPage() {
  const { id = '' } = useParams({ strict: false })
  const email = useCall('getEmail', { params: { id } })
  useRenewal(['email'], ['getEmail', 'getEmailWorkflow'], 3_000, openPollMs)
  return (
    <LoadedPage query={email} title="Email" back={back}>
      {email => <EmailDetail email={email} />}
    </LoadedPage>
  )
}

const EmailDetail = ({ email }: { email: Email }) => (
  <Page
    title={email.subject || 'No subject'}
    back={back}
    aside={<MessageStatus status={email.status} waitingFor={email.waiting_for} isCaptured={email.captured} />}
    actions={<EmailActions email={email} />}
  >
    <WaitingNotice waitingFor={email.waiting_for} />
    {email.captured && (
      <p className="mb-4 rounded-lg border border-info/40 bg-info/8 px-4 py-3 text-sm">
        Captured: this email was kept here instead of being sent, because no email transport is set up. Nobody received
        it, and it does not count in any rate.
      </p>
    )}
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {email.content_deleted ? <ContentDeleted /> : <Content email={email} />}
      <div>
        <Section title="Timeline">
          <Timeline events={email.events} to={email.to} />
          {email.fallback && <FallbackNotice fallback={email.fallback} />}
        </Section>
        <Section title="Details">
          <EmailFacts email={email} />
        </Section>
      </div>
    </div>
  </Page>
)

const ContentDeleted = () => (
  <EmptyState icon={Eraser} title="Content deleted">
    The content was deleted at the end of its retention period. You can change the period in the{' '}
    <Link to="/settings" search={{ view: 'data' }} className="text-accent underline">
      settings
    </Link>
    .
  </EmptyState>
)

/** Shows the name if the template still exists, otherwise its ID. */
function TemplateLink({ id }: { id: string }) {
  const template = useCall('getTemplate', { params: { id } })
  if (template.error) return <CopyText text={id} label="Copy template ID" />
  return (
    <Link to="/templates/$id" params={{ id }} className="text-accent underline">
      {template.data?.friendly_name ?? 'Open'}
    </Link>
  )
}

const notTracked = 'Not tracked'

function EmailFacts({ email }: { email: Email }) {
  const next = useCall('getEmailWorkflow', { params: { id: email.id } }).data?.jobStatus.nextAttemptAt
  return (
    <Facts
      facts={[
        { name: 'From', value: email.from },
        { name: 'To', value: email.to.join(', ') },
        { name: 'Cc', value: email.cc?.join(', ') },
        { name: 'Bcc', value: email.bcc?.join(', ') },
        { name: 'Reply-To', value: email.reply_to?.join(', ') },
        { name: 'Created', value: <Time at={email.created_at} isExact /> },
        {
          name: email.status === 'scheduled' ? 'Scheduled for' : 'Next attempt',
          value: next && <Time at={next} isExact />,
        },
        { name: 'Template', value: email.template_id && <TemplateLink id={email.template_id} /> },
        {
          name: 'Opens',
          value: email.track_opens ? `${email.open_count}, ${email.human_open_count} by people` : notTracked,
        },
        {
          name: 'Clicks',
          value: email.track_clicks ? `${email.click_count}, ${email.human_click_count} by people` : notTracked,
        },
        { name: 'ID', value: <CopyText text={email.id} label="Copy ID" /> },
      ]}
    />
  )
}

const viewNames = ['preview', 'text', 'headers', 'attachments', 'raw', 'preflight'] as const
type ViewName = (typeof viewNames)[number]

function Content({ email }: { email: Email }) {
  const [{ view }, setFilters] = useFilters(['view'])
  const parsed = useParsedMail(email.id)
  const maySend = useMay('emails:send')
  const chosen: ViewName = viewNames.find(name => name === view) ?? (email.html ? 'preview' : 'text')
  const files = parsed.data?.mail.attachments.length
  const preflight = () => <PreflightView email={email} parsed={parsed} />
  return (
    <Tabs
      label="Content"
      chosen={chosen}
      onChoose={view => setFilters({ view })}
      tabs={[
        { name: 'preview', label: 'Preview', content: () => <Preview email={email} parsed={parsed.data?.mail} /> },
        { name: 'text', label: 'Text', content: () => <PlainText email={email} /> },
        { name: 'headers', label: 'Headers', content: () => <Headers parsed={parsed} /> },
        {
          name: 'attachments',
          label: files ? `Attachments (${files})` : 'Attachments',
          content: () => <Attachments parsed={parsed} />,
        },
        { name: 'raw', label: 'Raw', content: () => <Raw parsed={parsed} id={email.id} /> },
        ...(maySend ? [{ name: 'preflight' as const, label: 'Preflight', content: preflight }] : []),
      ]}
    />
  )
}
