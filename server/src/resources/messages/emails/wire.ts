import type {
  EmailAccepted,
  EmailEvent,
  EmailListItem,
  EmailWorkflow,
  Email as WireEmail,
} from '@posthorn/contract/messages/email-replies'
import { formatMailbox } from '#core/addresses/mailbox.ts'
import type { FallbackDraft } from '#resources/messages/fallbacks/fallback.ts'
import { toWireFallback } from '#resources/messages/fallbacks/read.ts'
import { toMilliseconds } from '#sending/schedule.ts'
import type { EventOf } from '../explain/events.ts'
import type { Wait } from '../explain/waits.ts'
import { describeWait } from '../explain/words.ts'
import type { Accepted } from './accept.ts'
import { hasContent } from './body/pack.ts'
import type { Draft } from './draft.ts'
import { shownMessageId } from './message.ts'
import type { EmailWithEvents } from './read/read.ts'
import type { ListRow, WorkflowRow } from './read/read-store.ts'

/** `aheadMs`: how far the clock of its environment is ahead; read only for a fallback. */
export const toWireAccepted = (
  { id, draft, status, createdAt, suppressedRecipients }: Accepted,
  aheadMs: number,
): EmailAccepted => ({
  id,
  from: formatMailbox(draft.from),
  to: [...draft.to],
  subject: draft.subject,
  created_at: createdAt.toISOString(),
  scheduled_for: draft.scheduledFor === null ? null : toMilliseconds(draft.scheduledFor),
  suppressed_recipients: [...suppressedRecipients],
  status: 'processing',
  workflow_id: id,
  ...(draft.fallback && {
    fallback: toWireFallback(newFallback(draft, draft.fallback, status, new Date(createdAt.getTime() + aheadMs))),
  }),
})

function newFallback({ scheduledFor }: Draft, { withinSeconds }: FallbackDraft, status: string, acceptedAt: Date) {
  const leaves = scheduledFor === null ? acceptedAt : new Date(scheduledFor)
  const waitsMs = status === 'suppressed' ? 0 : withinSeconds * 1_000
  return {
    state: 'waiting' as const,
    dueAt: new Date(leaves.getTime() + waitsMs).toISOString(),
    smsId: null,
    reason: null,
  }
}

const orNull = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** `derived`: the text made from the html, for an email without a text. */
export function toWireEmail(email: EmailWithEvents, derived: string | null): WireEmail {
  const text = email.text ?? derived
  return {
    id: email.id,
    from: formatMailbox({ name: email.fromName, address: email.fromAddress }),
    to: email.to,
    ...otherAddresses(email),
    message_id: shownMessageId(email),
    subject: email.subject,
    ...asked(email),
    ...(email.html !== null && { html: email.html }),
    ...(text !== null && { text }),
    ...(!hasContent(email) && email.broadcast === null && { content_deleted: true }),
    status: email.status,
    ...(email.captured && { captured: true }),
    ...(email.templateId !== null && { template_id: email.templateId }),
    ...(email.broadcastId !== null && { broadcast_id: email.broadcastId }),
    ...(email.tags && { tags: email.tags }),
    created_at: email.createdAt.toISOString(),
    scheduled_for: orNull(email.scheduledFor),
    sent_at: orNull(email.sentAt),
    delivered_at: orNull(email.deliveredAt),
    opened_at: orNull(email.openedAt),
    clicked_at: orNull(email.clickedAt),
    open_count: email.openCount,
    click_count: email.clickCount,
    human_open_count: email.humanOpenCount,
    human_click_count: email.humanClickCount,
    events: email.events.map(toWireEvent),
    ...toWireWait(email.wait),
    ...(email.fallback && { fallback: toWireFallback(email.fallback) }),
  }
}

const asked = ({
  messageStream,
  trackOpens,
  trackClicks,
}: Pick<ListRow, 'messageStream' | 'trackOpens' | 'trackClicks'>) => ({
  message_stream: messageStream,
  track_opens: trackOpens,
  track_clicks: trackClicks,
})

const otherAddresses = ({ cc, bcc, replyTo, topicId }: Pick<ListRow, 'cc' | 'bcc' | 'replyTo' | 'topicId'>) => ({
  ...(cc && { cc }),
  ...(bcc && { bcc }),
  ...(replyTo && { reply_to: replyTo }),
  ...(topicId !== null && { topic_id: topicId }),
})

/** The HTTP layer leaves out fields that the contract does not name. */
const toWireEvent = ({ type, data, createdAt }: EventOf<'email'>): EmailEvent => ({
  type,
  created_at: createdAt.toISOString(),
  data,
})

const toWireWait = (wait: Wait | undefined) => (wait ? { waiting_for: describeWait(wait) } : {})

export const toWireListItem = (row: ListRow & { wait: Wait | undefined }): EmailListItem => ({
  id: row.id,
  from: row.fromAddress,
  to: row.to,
  ...otherAddresses(row),
  message_id: shownMessageId(row),
  subject: row.subject,
  ...asked(row),
  status: row.status,
  ...(row.captured && { captured: true }),
  ...(row.templateId !== null && { template_id: row.templateId }),
  created_at: row.createdAt.toISOString(),
  scheduled_for: orNull(row.scheduledFor),
  sent_at: orNull(row.sentAt),
  opened_at: orNull(row.openedAt),
  clicked_at: orNull(row.clickedAt),
  ...toWireWait(row.wait),
})

const open: readonly string[] = ['scheduled', 'processing', 'delivery_delayed']

export function toWireWorkflow(id: string, row: WorkflowRow): EmailWorkflow {
  const { status, scheduledFor, attempts, running, dueAt, createdAt } = row
  const next = status === 'scheduled' ? scheduledFor : dueAt
  return {
    emailId: id,
    status,
    jobStatus: {
      state: running ? 'running' : open.includes(status) ? 'pending' : 'finished',
      previousAttempts: attempts,
      ...(next && { nextAttemptAt: next.toISOString() }),
    },
    created_at: createdAt.toISOString(),
  }
}
