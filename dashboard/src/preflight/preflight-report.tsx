import type { EmailPreflight, PreflightCheck } from '@posthorn/contract/messages/preflight'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsCharged } from '#api/session.ts'
import { CodeBlock } from '#code/code-block.tsx'
import { Facts } from '#layout/facts.tsx'
import { Badge, type Tone } from '#status/badge.tsx'
import { bytes, count, counted } from '#style/figures.ts'
import { byVerdict, nameOf, reachOf } from './by-verdict.ts'

/** The preflight report of an email: whether it is accepted, who gets it, what it costs, and how receivers will judge it. */
export const PreflightReport = ({ report }: { report: EmailPreflight }) => (
  <div className="space-y-4">
    <Acceptance report={report} />
    {report.recipients.length > 0 && <Summary report={report} />}
    {byVerdict(report.checks).map(({ verdict, checks }) => (
      <Group key={verdict} verdict={verdict} checks={checks} />
    ))}
    {report.message !== null && (
      <Folded title="Raw message">
        <CodeBlock code={report.message} maxHeight="24rem" />
      </Folded>
    )}
  </div>
)

const Acceptance = ({ report: { accepted, refusal } }: { report: EmailPreflight }) => (
  <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
    <Badge tone={accepted ? 'good' : 'bad'}>{accepted ? 'Would be accepted' : 'Would be refused'}</Badge>
    {refusal && <p className="min-w-0">{refusal.message}</p>}
  </div>
)

function Summary({ report: { recipients, credits, size, fallback } }: { report: EmailPreflight }) {
  const isCharged = useIsCharged()
  const without = recipients.filter(one => !one.gets_it)
  return (
    <div className="card p-4">
      <Facts
        facts={[
          { name: 'Recipients', value: reachOf(recipients) },
          ...(isCharged ? [{ name: 'Credits', value: count(credits) }] : []),
          { name: 'Size', value: bytes(size) },
          ...(fallback ? [{ name: 'SMS fallback', value: fallbackWords(fallback, isCharged) }] : []),
        ]}
      />
      {without.length > 0 && (
        <ul aria-label="Excluded recipients" className="mt-3 space-y-1 border-t border-line pt-3">
          {without.map(({ address, reason }) => (
            <li key={address}>
              <span className="font-medium">{address}</span> <span className="text-soft">{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Fallback = NonNullable<EmailPreflight['fallback']>

const fallbackWords = ({ to, segments_count, credits }: Fallback, isCharged: boolean) =>
  [to, counted(segments_count, 'segment'), ...(isCharged ? [counted(credits, 'credit')] : [])].join(', ')

type Verdict = PreflightCheck['verdict']
type GroupProps = { verdict: Verdict; checks: readonly PreflightCheck[] }

const words: Record<Verdict, { title: string; tone: Tone }> = {
  problem: { title: 'Problems', tone: 'bad' },
  advice: { title: 'Advice', tone: 'warn' },
  fine: { title: 'Passed', tone: 'good' },
}

/** Passed checks are collapsed. */
function Group({ verdict, checks }: GroupProps) {
  const { title, tone } = words[verdict]
  const heading = `${title} (${checks.length})`
  const list = (
    <ul aria-label={title} className="card divide-y divide-line">
      {checks.map(check => (
        <CheckRow key={check.what} check={check} tone={tone} />
      ))}
    </ul>
  )
  if (verdict === 'fine') return <Folded title={heading}>{list}</Folded>
  return (
    <section>
      <h3 className="mb-2 font-semibold">{heading}</h3>
      {list}
    </section>
  )
}

const CheckRow = ({ check: { about, what, details = [] }, tone }: { check: PreflightCheck; tone: Tone }) => (
  <li className="px-4 py-2.5">
    <div className="flex flex-col gap-x-3 gap-y-1 sm:flex-row sm:items-baseline">
      <span className="sm:w-44 sm:shrink-0">
        <Badge tone={tone}>{nameOf(about)}</Badge>
      </span>
      <p className="min-w-0">{what}</p>
    </div>
    {details.length > 0 && (
      <ul className="mt-1.5 list-disc space-y-0.5 pl-5 text-sm text-soft sm:ml-47">
        {details.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
  </li>
)

const Folded = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group">
    <summary className="mb-2 flex min-h-8 cursor-pointer list-none items-center gap-1 font-semibold [&::-webkit-details-marker]:hidden">
      <ChevronRight aria-hidden className="size-4 text-faint group-open:rotate-90" />
      {title}
    </summary>
    {children}
  </details>
)
