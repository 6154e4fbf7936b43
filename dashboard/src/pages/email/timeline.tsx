import type { EmailEvent } from '@posthorn/contract/email'
import { Badge } from '#status/badge.tsx'
import { Happening, HappeningList } from '#status/happening.tsx'
import { inWords, toneOf } from '#status/message-status.tsx'
import { duration } from '#time/moments.ts'
import { Time } from '#time/time.tsx'
import { byRecipient } from './by-recipient.ts'

/** What happened to the email as a whole, then for each recipient every attempt with the words of the other side. */
export function Timeline({ events, to }: { events: readonly EmailEvent[]; to: readonly string[] }) {
  const { whole, recipients } = byRecipient(events, to)
  return (
    <div className="space-y-5">
      {whole.length > 0 && <EventList events={whole} />}
      {recipients.map(({ recipient, events }) => (
        <section key={recipient} aria-label={recipient}>
          <h3 className="mb-2 flex flex-wrap items-center justify-between gap-2 font-medium break-all">
            {recipient}
            <LastStatus events={events} />
          </h3>
          {events.length === 0 ? <p className="text-sm text-faint">Nothing yet.</p> : <EventList events={events} />}
        </section>
      ))}
    </div>
  )
}

function LastStatus({ events }: { events: readonly EmailEvent[] }) {
  const last = events.at(-1)
  return last ? <Badge tone={toneOf(last.type)}>{inWords(last.type)}</Badge> : null
}

const EventList = ({ events }: { events: readonly EmailEvent[] }) => (
  <HappeningList>
    {events.map((event, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
      <Happening key={at} name={inWords(event.type)} tone={toneOf(event.type)} at={event.created_at}>
        <EventWords data={event.data} />
      </Happening>
    ))}
  </HappeningList>
)

function EventWords({ data }: { data: EmailEvent['data'] }) {
  const way = [
    data.attempt && `Attempt ${data.attempt}`,
    data.transport,
    data.host,
    data.tls,
    data.duration_ms !== undefined && duration(data.duration_ms),
  ].filter(Boolean)
  const reader = [
    data.by && `By a ${data.by}`,
    data.because && inWords(data.because),
    data.location,
    data.ip_address,
  ].filter(Boolean)
  return (
    <>
      {way.length > 0 && <p className="text-sm text-soft">{way.join(' · ')}</p>}
      {data.reply && (
        <blockquote className="mt-1 rounded bg-sunken px-2 py-1 font-mono text-xs break-words">{data.reply}</blockquote>
      )}
      {data.reason && data.reason !== data.reply && <p className="text-sm text-soft">{data.reason}</p>}
      {data.bounce_class && <p className="text-sm text-soft">{inWords(data.bounce_class)}</p>}
      {data.next_attempt_at && (
        <p className="text-sm text-soft">
          Next attempt <Time at={data.next_attempt_at} />
        </p>
      )}
      {data.link && <p className="text-sm break-all text-soft">{data.link}</p>}
      {reader.length > 0 && <p className="text-sm text-soft">{reader.join(' · ')}</p>}
      {data.user_agent && <p className="text-xs break-words text-faint">{data.user_agent}</p>}
    </>
  )
}
