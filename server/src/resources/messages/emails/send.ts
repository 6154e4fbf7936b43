/** Emails from the request to the commit. All entry points meet here and share group commits. */
import type { EmailAccepted } from '@posthorn/contract/messages/email-replies'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Caller } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import type { Idempotency, Replayed } from '#core/idempotency.ts'
import { Refusal } from '#core/refusal.ts'
import { type TracePlace, type Tracer, within } from '#core/tracing.ts'
import type { Database, Db, Tx } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { type Asked, onceEach, orReplay } from '#resources/account/idempotency/once.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { readClock, readTime } from '#resources/automation/clock/hold.ts'
import { withFallbacks } from '#resources/messages/fallbacks/read-request.ts'
import { type Accepted, acceptEmails, type SendRequest } from './accept.ts'
import { checkUnsubscribeLink, rulesReader } from './broadcast-rules/unsubscribe-link.ts'
import type { Draft } from './draft.ts'
import { fillIn, type RenderTemplates } from './fill-in.ts'
import { type CheckLinks, checkLinks } from './link-check.ts'
import type { KeepOutside } from './outside/keep.ts'
import { type MessageRequest, readBatch, readMessage, readRequest } from './request/read-request.ts'
import { type CheckSender, checkSenders } from './senders.ts'
import { checkTopics } from './topics.ts'
import { toWireAccepted } from './wire.ts'

export type SenderParts = {
  /** Reserved for sending, like `lookUps`: no other work may use these connections. */
  database: Database
  lookUps: Db
  card: RateCard
  clock: Clock
  checkSender: CheckSender
  links: CheckLinks
  renderTemplates: RenderTemplates
  keep: KeepOutside
  tracer?: Tracer | undefined
}

type How = { idempotency?: Idempotency | undefined; trace?: TracePlace | undefined }
type Answer<Reply> = Promise<Reply | Replayed<Reply>>
type BatchAccepted = { data: { id: string }[] }

export type EmailSender = {
  send(caller: Caller, body: EmailSend, how: How): Answer<EmailAccepted>
  sendBatch(caller: Caller, bodies: readonly EmailSend[], how: How): Answer<BatchAccepted>
  /** Sends a submitted message as it is. */
  submit(caller: Caller, request: MessageRequest, message: Buffer, how: How): Answer<EmailAccepted>
  /** Applies all rules without sending the email. */
  read(caller: Caller, body: EmailSend, now: Date): Promise<Draft>
}

type Sending = SendRequest & Asked
/** The most that a transaction should carry: a single request may have 50 MiB, or 5,000 recipients. */
const bytesPerCommit = 4 * 1024 * 1024
/** A recipient takes as much time as this many bytes. */
const bytesPerRecipient = 2_000
const tenantOf = ({ caller }: Sending): string => caller.environmentId
const weigh = ({ drafts }: Sending): number =>
  drafts.reduce((sum, { size, recipients }) => sum + size + recipients.length * bytesPerRecipient, 0)

/** Only the time of a fallback is told by it. */
const clockFor = async (tx: Tx, { caller, drafts }: Sending): Promise<number> =>
  drafts.some(({ fallback }) => fallback) ? readClock(tx, caller) : 0

const ofBatch = (index: number, path: string) => `${index}.${path}`
const ofOne = (_: number, path: string) => path

export function emailSender(parts: SenderParts): EmailSender {
  const { database, lookUps, card, clock, checkSender, links, renderTemplates, keep, tracer } = parts
  const sendAll = <Reply extends object>(
    overlapFrom: number,
    toReply: (accepted: readonly Accepted[], aheadMs: number) => Reply,
  ) =>
    groupCommit(
      database,
      (tx, requests: readonly Sending[], pass) =>
        onceEach(tx, requests, pass, async fresh => {
          const verdicts = await acceptEmails(tx, card, fresh)
          // `as`: one verdict for each request.
          const clockOf = (nth: number) => clockFor(tx, fresh[nth] as Sending)
          return Promise.all(
            verdicts.map(async (verdict, nth) =>
              verdict instanceof Refusal ? verdict : toReply(verdict, await clockOf(nth)),
            ),
          )
        }),
      { tenantOf, weigh, maxWeight: bytesPerCommit, overlapFrom },
    )
  // `as`: one draft makes one email.
  const commitOne = sendAll(8, ([accepted], aheadMs) => toWireAccepted(accepted as Accepted, aheadMs))
  const commitBatch = sendAll(2, (accepted): BatchAccepted => ({ data: accepted.map(({ id }) => ({ id })) }))

  /** A repeated request gets its first answer, also when its time has passed or its domain is gone by then. */
  const replayable = <Reply extends object>(
    caller: Caller,
    { idempotency, trace }: How,
    commit: (item: Sending) => Answer<Reply>,
    read: (now: Date) => Promise<readonly Draft[]>,
  ): Answer<Reply> =>
    orReplay(lookUps, { caller, idempotency }, async () => {
      const now = clock()
      const drafts = await keep(caller, await read(now))
      return within(tracer, trace, 'commit', place => commit({ caller, drafts, idempotency, now, trace: place }))
    })

  /** Only the times that a request names are told by the clock of its environment. */
  const timeFor = async (caller: Caller, asked: readonly Pick<EmailSend, 'scheduled_for'>[], now: Date) =>
    asked.some(({ scheduled_for }) => scheduled_for !== undefined) ? readTime(lookUps, () => now, caller) : now

  /** Applies every rule. Returns the drafts, or throws a refusal of all of them. */
  async function passed(
    caller: Caller,
    bodies: readonly EmailSend[],
    drafts: readonly Draft[],
    pathOf: (index: number, path: string) => string,
  ): Promise<readonly Draft[]> {
    const read = await checkSenders(checkSender, caller, drafts)
    await checkLinks(links, caller, read, pathOf)
    await checkTopics(lookUps, caller, read, index => pathOf(index, 'topic_id'))
    const filled = await fillIn(renderTemplates, caller, bodies, read, pathOf)
    await checkUnsubscribeLink(rulesReader(lookUps), caller, filled, pathOf)
    return withFallbacks(lookUps, caller, bodies, filled, pathOf)
  }

  const readOne = async (caller: Caller, body: EmailSend, now: Date) =>
    passed(caller, [body], [readRequest(body, await timeFor(caller, [body], now))], ofOne)

  return {
    send: (caller, body, how) => replayable(caller, how, commitOne, now => readOne(caller, body, now)),
    sendBatch: (caller, bodies, how) =>
      replayable(caller, how, commitBatch, async now =>
        passed(caller, bodies, readBatch(bodies, await timeFor(caller, bodies, now)), ofBatch),
      ),
    submit: (caller, request, message, how) =>
      replayable(caller, how, commitOne, async now =>
        checkSenders(checkSender, caller, [readMessage(request, message, await timeFor(caller, [request], now))]),
      ),
    // `as`: one body makes one draft.
    read: async (caller, body, now) => (await readOne(caller, body, now))[0] as Draft,
  }
}
