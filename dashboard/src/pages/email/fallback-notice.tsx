import type { FallbackState, FallbackStatus } from '@posthorn/contract/messages/email-fallback'
import { Link } from '@tanstack/react-router'
import type { Tone } from '#status/badge.tsx'
import { TimelineEntry, TimelineList } from '#status/timeline-entry.tsx'

const shown: Record<FallbackState, { name: string; tone: Tone }> = {
  waiting: { name: 'Text message waits until', tone: 'info' },
  sent: { name: 'Text message sent instead', tone: 'warn' },
  not_needed: { name: 'Text message not needed', tone: 'good' },
  cancelled: { name: 'Text message canceled', tone: 'plain' },
  failed: { name: 'Text message not sent', tone: 'bad' },
}

/** The state of the text message that is sent if the email does not arrive. */
export const FallbackNotice = ({ fallback }: { fallback: FallbackStatus }) => (
  <section aria-label="Fallback" className="mt-5">
    <h3 className="mb-2 font-medium">If it does not arrive</h3>
    <TimelineList>
      <TimelineEntry name={shown[fallback.state].name} tone={shown[fallback.state].tone} at={fallback.due_at}>
        {fallback.reason !== null && <p className="text-sm text-soft">{fallback.reason}</p>}
        {fallback.sms_id !== null && (
          <Link to="/sms/$id" params={{ id: fallback.sms_id }} className="text-sm text-accent underline">
            View text message
          </Link>
        )}
      </TimelineEntry>
    </TimelineList>
  </section>
)
