/** The forecast beside the editor: recipients, preview and preflight. */
import type { BroadcastPreview } from '@posthorn/contract/broadcasts/replies'
import { ChevronRight } from 'lucide-react'
import { sentenceOf } from '#api/failure.ts'
import { useIsCharged } from '#api/session.ts'
import { Skeleton } from '#empty/skeleton.tsx'
import { Section } from '#layout/page.tsx'
import { PreflightReport } from '#preflight/preflight-report.tsx'
import { Badge } from '#status/badge.tsx'
import { counted } from '#style/figures.ts'
import { audienceOf } from './edits.ts'
import { verdictOf } from './preflight-verdict.ts'
import { problemOf } from './problems.ts'
import { leftOut, reachOf } from './reach.ts'
import { Samples } from './samples.tsx'
import type { Forecast, Preview } from './use-preview.ts'

type Channel = 'email' | 'sms'
type Props = { channel: Channel; preview: Preview }

export function PreviewPanel({ channel, preview: { data, error } }: Props) {
  if (error)
    return (
      <p role="alert" className="card border-bad/40! bg-bad/8! px-4 py-3 text-sm text-bad">
        {sentenceOf(error)}
      </p>
    )
  if (!data) return <Skeleton className="h-96" />
  return (
    <>
      <Reach channel={channel} data={data} />
      <Samples channel={channel} samples={data.samples} />
      {data.preflight && <Preflight report={data.preflight} />}
    </>
  )
}

function Reach({ channel, data }: { channel: Channel; data: Forecast }) {
  const { broadcast, excluded, credits, problems } = data
  const isCharged = useIsCharged()
  const hasAudience = audienceOf(broadcast) !== undefined
  const out = leftOut(channel, excluded)
  return (
    <Section title="Recipients">
      <p role="status" className="text-2xl font-semibold tracking-tight tabular-nums">
        {reachOf(data)}
      </p>
      {hasAudience && out.length > 0 && (
        <ul aria-label="Excluded" className="mt-1 space-y-0.5 text-sm text-soft">
          {out.map(line => (
            <li key={line}>Excluded: {line}</li>
          ))}
        </ul>
      )}
      {hasAudience && isCharged && <p className="mt-1 text-sm text-soft">Costs {counted(credits, 'credit')}.</p>}
      {problems.length > 0 && (
        <div className="mt-3 rounded-md border border-warn/40 bg-warn/8 px-3 py-2 text-sm">
          <h3 className="font-medium">Fix before sending</h3>
          <ul aria-label="Fix before sending" className="mt-1 list-disc space-y-0.5 pl-5">
            {problems
              .map(fault => problemOf(fault, broadcast))
              .map(({ part, words }) => (
                <li key={`${part} ${words}`}>
                  {part && <span className="font-medium">{part}</span>} {words}
                </li>
              ))}
          </ul>
        </div>
      )}
    </Section>
  )
}

function Preflight({ report }: { report: NonNullable<BroadcastPreview['preflight']> }) {
  const { words, tone } = verdictOf(report)
  return (
    <section aria-label="Preflight" className="card mb-4">
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-1.5 [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="size-4 text-faint group-open:rotate-90" />
          <h2 className="font-semibold">Preflight</h2>
          <Badge tone={tone}>{words}</Badge>
        </summary>
        <div className="border-t border-line p-4">
          <PreflightReport report={report} />
        </div>
      </details>
    </section>
  )
}
