import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import { Inbox } from 'lucide-react'
import { useEffect } from 'react'
import { usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { ErrorState } from '#empty/error-state.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { exampleEmail } from '#messages/examples.ts'
import { NewKey } from '#messages/new-key.tsx'
import { LoadMore } from '#table/load-more.tsx'
import { Time } from '#time/time.tsx'
import { InboxEmail } from './inbox-email.tsx'
import { markOpened, useOpened } from './opened-messages.ts'
import { useShown } from './shown.ts'
import { Entry, TwoPanes } from './two-panes.tsx'

/** How often to poll for new messages without a stream. */
const pollMs = 700

/** Emails as recipients see them, newest first; the one that was newest at first is open until another one is chosen. */
export function MailReader() {
  const [{ open }, setFilters] = useFilters(['open'])
  const emails = usePages('listEmails', {})
  useRenewal(['email'], ['listEmails'], pollMs)
  const letters = emails.rows.filter(({ status }) => status !== 'scheduled' && status !== 'canceled')
  const shown = useShown(open, letters[0]?.id)
  useEffect(() => {
    // On a phone the newest email stays unread in the list until it is opened.
    if (shown && (open || matchMedia('(width >= 48rem)').matches)) markOpened(shown)
  }, [open, shown])

  if (emails.isPending) return <SkeletonRows />
  if (emails.error && emails.rows.length === 0)
    return <ErrorState error={emails.error} onRetry={() => emails.refetch()} />
  if (letters.length === 0) return <NoMail />
  return (
    <TwoPanes
      label="Messages"
      isChosen={open !== undefined}
      onBack={() => setFilters({ open: '' })}
      reader={shown && <InboxEmail key={shown} id={shown} />}
      list={
        <>
          {letters.map(email => (
            <MailEntry
              key={email.id}
              email={email}
              isOpen={email.id === shown}
              onOpen={() => setFilters({ open: email.id })}
            />
          ))}
          <LoadMore pages={emails} className="p-3" isSmall />
        </>
      }
    />
  )
}

function MailEntry({ email, isOpen, onOpen }: { email: EmailListItem; isOpen: boolean; onOpen: () => void }) {
  const isNew = !useOpened().has(email.id)
  return (
    <Entry title={email.from} isOpen={isOpen} isNew={isNew} onOpen={onOpen} at={<Time at={email.created_at} />}>
      <span className="block truncate">{email.subject || 'No subject'}</span>
      <span className="block truncate text-sm text-faint">to {email.to.join(', ')}</span>
    </Entry>
  )
}

const NoMail = () => (
  <EmptyState
    icon={Inbox}
    title="Waiting for the first message"
    code={
      <NewKey isOnlyForHere>
        {apiKey => (
          <Curl apiKey={apiKey} path="/v1/emails" body={exampleEmail} title="Run this and watch it arrive here" />
        )}
      </NewKey>
    }
  >
    Messages appear here within a second, as recipients would see them.
  </EmptyState>
)
