import type { Broadcast, RecipientOutcome } from '@posthorn/contract/broadcasts/replies'
import { Section } from '#layout/page.tsx'
import { count, percent } from '#style/figures.ts'
import { funnelOf, lossesOf } from './funnel.ts'

type Props = { broadcast: Broadcast; onOutcome: (outcome: RecipientOutcome) => void }

/** How many recipients reached each step, and the outcome for the others. */
export function FunnelSection({ broadcast, onOutcome }: Props) {
  const steps = funnelOf(broadcast)
  const losses = lossesOf(broadcast.channel, broadcast.figures)
  return (
    <Section title="Funnel">
      <ol aria-label="Funnel" className="space-y-3">
        {steps.map(({ name, value, share, note }) => (
          <li key={name}>
            <div className="flex items-baseline justify-between gap-3">
              <span>
                <span className="font-medium">{name}</span> {note && <span className="text-sm text-faint">{note}</span>}
              </span>
              <span className="tabular-nums">
                {count(value)} <span className="text-sm text-faint">{percent(share)}</span>
              </span>
            </div>
            <div aria-hidden className="mt-1 h-2.5 overflow-hidden rounded bg-hover">
              <div className="h-full rounded bg-series-1" style={{ width: `${share * 100}%` }} />
            </div>
          </li>
        ))}
      </ol>
      {losses.length > 0 && (
        <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-3">
          {losses.map(({ name, value, outcome }) => (
            <div key={name}>
              <dt className="text-sm text-soft">{name}</dt>
              <dd className="tabular-nums">
                {outcome ? (
                  <button
                    type="button"
                    aria-label={`Show ${count(value)} ${name.toLowerCase()}`}
                    onClick={() => onOutcome(outcome)}
                    className="min-h-6 font-medium text-accent underline"
                  >
                    {count(value)}
                  </button>
                ) : (
                  <span className="font-medium">{count(value)}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}
