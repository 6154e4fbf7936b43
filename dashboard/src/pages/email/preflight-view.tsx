import type { Email } from '@posthorn/contract/messages/email-replies'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { Email as Mail } from 'postal-mime'
import { callWith } from '#api/call.ts'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { PreflightReport } from '#preflight/preflight-report.tsx'
import { copyOf } from './copy-of.ts'
import type { ParsedMail } from './parsed-mail.ts'

const skeleton = <Skeleton className="h-64" />

/** The preflight report for sending the same content again now. */
export const PreflightView = ({ email, parsed }: { email: Email; parsed: UseQueryResult<ParsedMail> }) => (
  <Loaded query={parsed} skeleton={skeleton}>
    {({ mail }) => <Report email={email} mail={mail} />}
  </Loaded>
)

function Report({ email, mail }: { email: Email; mail: Mail }) {
  const report = useQuery({
    queryKey: ['preflightEmail', email.id],
    queryFn: ({ signal }) => {
      const body = copyOf(email, mail, { to: email.to, subject: email.subject })
      return callWith({ signal }, 'preflightEmail', { body })
    },
    staleTime: 60_000,
  })
  return (
    <Loaded query={report} skeleton={skeleton}>
      {report => (
        <div className="space-y-4">
          <p className="text-sm text-soft">The result if the same content were sent again now.</p>
          <PreflightReport report={report} />
        </div>
      )}
    </Loaded>
  )
}
