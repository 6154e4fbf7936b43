import type { WebhookAttempt, WebhookDelivery } from '@posthorn/contract/webhooks'
import { CodeBlock, CopyText } from '#code/code-block.tsx'
import { Badge, type Tone } from '#status/badge.tsx'
import { inWords } from '#status/message-status.tsx'
import { TimelineEntry, TimelineList } from '#status/timeline-entry.tsx'
import { ExpandableRow } from '#table/expandable-row.tsx'
import { duration } from '#time/moments.ts'
import { Time } from '#time/time.tsx'

const tones: Record<WebhookDelivery['status'], Tone> = { pending: 'info', delivered: 'good', failed: 'bad' }

/** One delivery as an expandable row. */
export function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const { attempts, event } = delivery
  const last = attempts.at(-1)
  return (
    <ExpandableRow
      more={
        <>
          <Attempts delivery={delivery} />
          <CodeBlock title="Body" code={JSON.stringify(event, null, 2)} isWrapped maxHeight="20rem" />
          <p className="text-sm text-soft">
            webhook-id <CopyText text={delivery.id} label="Copy webhook-id" />
          </p>
        </>
      }
    >
      <span className="min-w-0 grow truncate font-mono text-xs">{event.type}</span>
      <span className="hidden text-sm text-soft tabular-nums sm:inline">{last && answerOf(last)}</span>
      <DeliveryStatus {...delivery} />
      <span className="w-24 text-right text-sm text-soft max-sm:hidden">
        <Time at={delivery.created_at} />
      </span>
    </ExpandableRow>
  )
}

/** Pending after a failed attempt is shown as retrying. */
const DeliveryStatus = ({ status, attempts }: WebhookDelivery) =>
  status === 'pending' && attempts.length > 0 ? (
    <Badge tone="warn">Retrying</Badge>
  ) : (
    <Badge tone={tones[status]}>{inWords(status)}</Badge>
  )

const answerOf = ({ status, duration_ms }: WebhookAttempt): string =>
  `${status ?? 'No response'} · ${duration(duration_ms)}`

function Attempts({ delivery: { attempts, next_attempt_at } }: { delivery: WebhookDelivery }) {
  return (
    <div>
      {attempts.length === 0 && <p className="text-sm text-soft">No attempt yet.</p>}
      <TimelineList>
        {attempts.map((attempt, at) => (
          <TimelineEntry
            // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
            key={at}
            name={`Attempt ${at + 1}: ${answerOf(attempt)}`}
            tone={attempt.success ? 'good' : 'bad'}
            at={attempt.created_at}
          >
            {attempt.error && <p className="text-sm text-soft">{attempt.error}</p>}
            {attempt.response && (
              <pre className="mt-1 max-h-40 overflow-auto rounded border border-line bg-raised px-2 py-1 font-mono text-xs whitespace-pre-wrap">
                {attempt.response}
              </pre>
            )}
          </TimelineEntry>
        ))}
      </TimelineList>
      {next_attempt_at && (
        <p className="mt-2 text-sm text-soft">
          Next attempt <Time at={next_attempt_at} />
        </p>
      )}
    </div>
  )
}
