import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Caller } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import type { Idempotency, Replayed } from '#core/idempotency.ts'
import type { Pager } from '#core/page.ts'
import { Refusal } from '#core/refusal.ts'
import { type Tracer, within } from '#core/tracing.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database, Db } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { type Asked, findReplay, onceEach } from '#resources/account/idempotency/once.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { withFallbacks } from '#resources/messages/fallbacks/read-request.ts'
import type { Compose, DeriveText } from '#transports/transport.ts'
import { type Accepted, acceptEmails, type SendRequest } from './accept.ts'
import { checkWayOut, rulesReader } from './broadcast-rules/way-out.ts'
import { deleteEmail } from './delete/delete.ts'
import type { Draft } from './draft.ts'
import { fillIn, type RenderTemplates } from './fill-in.ts'
import type { FillBroadcasts } from './filled.ts'
import { cancelEmail, rescheduleEmail } from './later/change-schedule.ts'
import { type CheckLinks, checkLinks } from './link-check.ts'
import type { KeepOutside } from './outside/keep.ts'
import type { FetchContent } from './outside-content.ts'
import { type PreflightParts, preflight } from './preflight/preflight.ts'
import { type RawParts, readRaw } from './read/raw.ts'
import { emailReader, explainEmail, readEmails, readWorkflow } from './read/read.ts'
import { readBatch, readRequest } from './request/read-request.ts'
import { type CheckSender, checkSenders } from './senders.ts'
import { checkTopics } from './topics.ts'
import { toMilliseconds, toWireAccepted, toWireEmail, toWireListItem, toWireWorkflow } from './wire.ts'

type Parts = {
  /** For sending, like `lookUps`: nothing else may take these connections. */
  database: Database
  lookUps: Db
  reads: Db
  card: RateCard
  clock: Clock
  pager: Pager
  compose: Compose
  deriveText: DeriveText
  checkSender: CheckSender
  links: CheckLinks
  renderTemplates: RenderTemplates
  /** Where contents are kept outside of the database. */
  bodies: { keep: KeepOutside; fetch: FetchContent }
  fillBroadcasts: FillBroadcasts
  preflighting: Omit<PreflightParts, 'db' | 'card' | 'compose' | 'read'>
  copies: NonNullable<RawParts['copies']>
  tracer?: Tracer | undefined
}

type Sending = SendRequest & Asked
/** As much as a transaction should carry: a request may be as large as 50 MiB, or have 5,000 recipients. */
const bytesPerCommit = 4 * 1024 * 1024
/** A recipient costs as much time as so many bytes. */
const bytesPerRecipient = 2_000
const tenantOf = ({ caller }: Sending): string => caller.environmentId
const weigh = ({ drafts }: Sending): number =>
  drafts.reduce((sum, { size, recipients }) => sum + size + recipients.length * bytesPerRecipient, 0)

export function emailRoutes({
  database,
  lookUps,
  reads,
  card,
  clock,
  pager,
  compose,
  deriveText,
  checkSender,
  links,
  renderTemplates,
  bodies,
  fillBroadcasts,
  preflighting,
  copies,
  tracer,
}: Parts) {
  const readEmail = emailReader(reads, bodies.fetch, fillBroadcasts)
  const sendAll = <Reply extends object>(overlapFrom: number, toReply: (accepted: readonly Accepted[]) => Reply) =>
    groupCommit(
      database,
      (tx, requests: readonly Sending[], pass) =>
        onceEach(tx, requests, pass, async fresh =>
          (await acceptEmails(tx, card, fresh)).map(verdict =>
            verdict instanceof Refusal ? verdict : toReply(verdict),
          ),
        ),
      { tenantOf, weigh, maxWeight: bytesPerCommit, overlapFrom },
    )
  // `as`: one email is accepted as one.
  const sendOne = sendAll(8, ([accepted]) => toWireAccepted(accepted as Accepted))
  const sendBatch = sendAll(2, accepted => ({ data: accepted.map(({ id }) => ({ id })) }))

  /** What has been accepted stays so, also when its time has passed or its domain is gone by the time it is asked again. */
  async function replayable<Reply extends object>(
    caller: Caller,
    idempotency: Idempotency | undefined,
    send: (now: Date) => Promise<Reply | Replayed<Reply>>,
  ): Promise<Reply | Replayed<Reply>> {
    try {
      return await send(clock())
    } catch (error) {
      const before = error instanceof Refusal && idempotency && (await findReplay<Reply>(lookUps, caller, idempotency))
      if (before) return before
      throw error
    }
  }

  /** One that has passed every rule, as the only one of a list. */
  async function readOne(caller: Caller, body: EmailSend, now: Date): Promise<readonly Draft[]> {
    const read = await checkSenders(checkSender, caller, [readRequest(body, now)])
    await checkLinks(links, caller, read, (_, path) => path)
    await checkTopics(lookUps, caller, read, () => 'topic_id')
    const drafts = await fillIn(renderTemplates, caller, [body], read, (_, path) => path)
    await checkWayOut(rulesReader(lookUps), caller, drafts, (_, path) => path)
    return withFallbacks(lookUps, caller, [body], drafts, (_, path) => path)
  }

  // `as`: there is one.
  const read = async (caller: Caller, body: EmailSend, now: Date) => (await readOne(caller, body, now))[0] as Draft
  const preflightParts = { ...preflighting, db: reads, card, compose, read }

  return {
    sendEmail: (caller, { body }, { idempotency, trace }) =>
      replayable(caller, idempotency, async now => {
        const drafts = await bodies.keep(caller, await readOne(caller, body, now))
        return within(tracer, trace, 'commit', place => sendOne({ caller, drafts, idempotency, now, trace: place }))
      }),

    preflightEmail: (caller, { body }) => preflight(preflightParts, caller, body, clock()),

    sendEmailBatch: (caller, { body }, { idempotency, trace }) =>
      replayable(caller, idempotency, async now => {
        const read = await checkSenders(checkSender, caller, readBatch(body, now))
        await checkLinks(links, caller, read, (index, path) => `${index}.${path}`)
        await checkTopics(lookUps, caller, read, index => `${index}.topic_id`)
        const filled = await fillIn(renderTemplates, caller, body, read, (index, path) => `${index}.${path}`)
        await checkWayOut(rulesReader(lookUps), caller, filled, (index, path) => `${index}.${path}`)
        const whole = await withFallbacks(lookUps, caller, body, filled, (index, path) => `${index}.${path}`)
        const drafts = await bodies.keep(caller, whole)
        return within(tracer, trace, 'commit', place => sendBatch({ caller, drafts, idempotency, now, trace: place }))
      }),

    async listEmails(caller, { query }) {
      const filters = {
        status: query.status,
        to: query.to,
        from: query.from,
        tag: query.tag,
        batchId: query.batch_id,
        templateId: query.template_id,
        search: query.search,
        createdAfter: query.created_after,
        createdBefore: query.created_before,
      }
      const emails = await readEmails(
        database.slowReads(caller.environmentId),
        caller,
        pager.open(caller, 'emails', query),
        filters,
      )
      return pager.close(caller, 'emails', query, emails, toWireListItem)
    },

    async getEmail(caller, { params }) {
      const email = await readEmail(caller, params.id)
      const isDerived = email.text === null && email.html !== null
      return toWireEmail(email, isDerived ? await deriveText(email.html ?? '', caller.organizationId) : null)
    },

    // `as`: the door sends bytes as they are; the contract calls the text of a message a string.
    getRawEmail: async (caller: Caller, { params }) =>
      (await readRaw(
        {
          ...{ db: reads, fetchContent: bodies.fetch, fillBroadcasts, copies },
          compose: outgoing => compose(outgoing, { tenant: caller.organizationId }),
        },
        caller,
        params.id,
      )) as unknown as string,

    explainEmail: (caller, { params }) =>
      explainEmail(reads, database.slowReads(caller.environmentId), caller, params.id),

    getEmailWorkflow: async (caller, { params }) =>
      toWireWorkflow(params.id, await readWorkflow(reads, caller, params.id)),

    async cancelEmail(caller, { params }) {
      await database.transaction(tx => cancelEmail(tx, caller, clock(), params.id))
      return { success: true, message: 'Email canceled. No copy of it will leave.' }
    },

    async rescheduleEmail(caller, { params, body }) {
      const at = await database.transaction(tx => rescheduleEmail(tx, caller, clock(), params.id, body.scheduled_for))
      return { id: params.id, status: 'scheduled', scheduled_for: toMilliseconds(at) }
    },

    async deleteEmail(caller, { params }, { change }) {
      await audited(database, change, tx => deleteEmail(tx, caller, params.id))
      return { success: true, message: 'Email deleted. Nothing about it is kept but figures and credits.' }
    },
  } satisfies Partial<Handlers>
}
