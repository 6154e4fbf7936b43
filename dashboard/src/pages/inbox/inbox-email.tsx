import { useCall } from '#api/queries.ts'
import { LinkButton } from '#button/button.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { MessageStatus } from '#status/message-status.tsx'
import { Time } from '#time/time.tsx'
import { Preview } from '../email/email-views.tsx'
import { useParsedMail } from '../email/parsed-mail.ts'

/** An email as its recipient sees it. */
export function InboxEmail({ id }: { id: string }) {
  const email = useCall('getEmail', { params: { id } })
  const parsed = useParsedMail(id).data?.mail
  return (
    <Loaded query={email} skeleton={<Skeleton className="m-6 h-64" />}>
      {email => (
        <article className="px-4 py-4 md:px-6">
          <header className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
            <div className="min-w-0 grow">
              <h2 className="text-lg font-semibold">{email.subject || 'No subject'}</h2>
              <p className="text-soft">
                {email.from} <span className="text-faint">to</span> {email.to.join(', ')}
              </p>
            </div>
            <div className="flex items-center gap-3">
              <span className="text-sm text-faint">
                <Time at={email.created_at} />
              </span>
              <MessageStatus status={email.status} isCaptured={email.captured} />
              <LinkButton isSmall to="/emails/$id" params={{ id }}>
                Details
              </LinkButton>
            </div>
          </header>
          <Preview email={email} parsed={parsed} />
        </article>
      )}
    </Loaded>
  )
}
