/** What a worker does every so often, beside its channels. */
import { reportHold } from '#engine/report-hold.ts'
import { startTicker } from '#engine/ticker.ts'
import { sumUp } from '#resources/account/analytics/sum-up.ts'
import { type MailParts, processDueConfirmations } from '#resources/audience/confirmations/mail.ts'
import { fireDueSchedules } from '#resources/automation/workflows/fire.ts'
import { releaseScheduled } from '#resources/messages/emails/later/release.ts'
import { pauseBroadcasts } from '#resources/messages/reputation/pause.ts'
import { sumUpReceiverStats } from '#resources/messages/reputation/sum-up.ts'
import { releaseScheduledSms } from '#resources/messages/sms/later/release.ts'

/** A scheduled message is released at most about this late. */
const lookForDueEveryMs = 500
/** Every environment whose clock was advanced costs a lookup. */
const lookForAheadEveryMs = 5_000

/** Figures are always exact; summing them up keeps reads fast. */
const sumUpEveryMs = 5_000
const watchBroadcastsEveryMs = 10_000
const reportHoldEveryMs = 5_000

export function startTickers(opened: AsyncDisposableStack, confirmations: MailParts): void {
  const { database, clock, log } = confirmations
  const every = (everyMs: number, name: string, work: () => Promise<void>) =>
    opened.use(startTicker({ name, everyMs, work, log }))
  const holdReport = reportHold(database, log, () => performance.now())
  every(lookForDueEveryMs, 'release of scheduled emails', () => releaseScheduled(database, clock))
  every(lookForDueEveryMs, 'release of scheduled text messages', () => releaseScheduledSms(database))
  every(lookForAheadEveryMs, 'release of scheduled messages by test clocks', async () => {
    await releaseScheduled(database, clock, {})
    await releaseScheduledSms(database, {})
  })
  every(lookForDueEveryMs, 'start of scheduled workflows', () => fireDueSchedules(database))
  every(lookForDueEveryMs, 'sending of confirmation emails', () => processDueConfirmations(confirmations))
  every(sumUpEveryMs, 'sums of figures', () => sumUp(database))
  every(sumUpEveryMs, 'sums by receiver', () => sumUpReceiverStats(database))
  every(reportHoldEveryMs, 'report of a hold', holdReport)
  every(watchBroadcastsEveryMs, 'watch over broadcasts', () => pauseBroadcasts(database, clock))
}
