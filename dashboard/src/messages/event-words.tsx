import type { EmailEvent } from '@posthorn/contract/messages/email-replies'
import type { SmsEvent } from '@posthorn/contract/messages/sms'
import { inWords } from '#status/message-status.tsx'
import { duration } from '#time/moments.ts'
import { Time } from '#time/time.tsx'

/** All fields that an email or SMS event can have. */
type EventData = EmailEvent['data'] & SmsEvent['data']

export function EventWords({ data }: { data: EventData }) {
  const way = [
    data.attempt && `Attempt ${data.attempt}`,
    data.transport ?? data.carrier,
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
        <blockquote className="mt-1 rounded bg-sunken px-2 py-1 font-mono text-xs">{data.reply}</blockquote>
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
      {data.user_agent && <p className="text-xs text-faint">{data.user_agent}</p>}
    </>
  )
}
