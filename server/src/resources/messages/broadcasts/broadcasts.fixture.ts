/** Broadcasts for tests: contacts, a draft, and the engine on demand. */
import type { BroadcastCreate, BroadcastSend } from '@posthorn/contract/broadcasts/requests'
import { sql } from 'kysely'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { byHand } from '#engine/by-hand.fixture.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { accepted, scripted } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import type { EmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { anyLinks } from '#resources/messages/emails/link-check.ts'
import { anySender } from '#resources/messages/emails/senders.ts'
import { templateRenderer } from '#resources/messages/templates/renderer.ts'
import type { TemplateText } from '#resources/messages/templates/template-text.ts'
import { textHere } from '#resources/messages/templates/text-here.fixture.ts'
import type { Outgoing } from '#transports/transport.ts'
import { broadcastChannel } from './advance/broadcast-channel.ts'
import type { Making } from './advance/expand.ts'
import { makeEmails } from './advance/make-emails.ts'
import { makeTexts } from './advance/make-texts.ts'
import type { Broadcast } from './broadcast.ts'
import { broadcastFiller } from './content/fill.ts'
import { createBroadcast } from './create.ts'
import { readBroadcast, withFigures } from './read.ts'
import { prepareSend, sendBroadcast } from './send.ts'
import { toWireBroadcast } from './wire.ts'

export type BroadcastFixture = ReturnType<typeof openBroadcastFixture>

export const draft: BroadcastCreate = {
  name: 'News',
  from: 'Acme <news@acme.test>',
  subject: 'News',
  html: '<p>Hello {{ contact.first_name | default: "you" }}</p>',
  everyone: true,
}

export function openBroadcastFixture(at: Pick<EmailFixture, 'database' | 'live'>) {
  const { database, live } = at
  const { db } = database
  const card = readRateCard(null)
  const contentParts = {
    ...{ db, templateText: textHere, checkSender: anySender, links: anyLinks },
    renderTemplates: templateRenderer(db, textHere),
  }
  const fill = broadcastFiller(db, textHere, async html => html.replace(/<[^>]*>/g, ''))
  const making = { db, text: textHere, checkSender: anySender }

  /** `prepared` runs after a worker has read a page and before it writes. `text` fills in. */
  const channelOf = (prepared: () => Promise<void> = async () => {}, text: TemplateText = textHere) => {
    const emails = makeEmails({ ...making, text })
    const texts = makeTexts({ ...making, text })
    return broadcastChannel({
      ...{ database, clock: systemClock, card },
      making: {
        sms: pausing(texts, prepared),
        email: pausing(emails, prepared),
      },
    })
  }

  async function create(special: Partial<BroadcastCreate> = {}, caller = live): Promise<Broadcast> {
    const asked = special.channel === 'sms' ? { name: 'Text', ...special } : { ...draft, ...special }
    return database.transaction(tx => createBroadcast(tx, caller, systemClock(), asked))
  }

  async function send({ id }: Pick<Broadcast, 'id'>, asked: BroadcastSend = {}, caller = live): Promise<Broadcast> {
    const now = systemClock()
    const prepared = await prepareSend(contentParts, caller, id, asked, now)
    return database.transaction(tx => sendBroadcast(tx, caller, now, id, prepared))
  }

  return {
    contentParts,
    fill,
    create,
    send,
    worker: (name = 'worker', ...parts: Parameters<typeof channelOf>) => byHand(database, channelOf(...parts), name),

    /** Runs steps while one is due, or at most this many. */
    async step(most = Number.POSITIVE_INFINITY): Promise<void> {
      const worker = byHand(database, channelOf())
      for (let nth = 0; nth < most; nth++) if ((await worker.work()) === 0) return
    },

    /** Makes waiting broadcasts due now. */
    comeDue: () => sql`update broadcasts set due_at = now() where due_at is not null`.execute(db),

    async addContacts(count: number, special: object = {}, caller: Caller = live): Promise<string[]> {
      const emails = Array.from({ length: count }, (_, nth) => `reader${nth}@a.example`)
      await database.transaction(tx =>
        createContacts(
          tx,
          emails.map(email => ({ caller, asked: { email, ...special }, now: systemClock() })),
        ),
      )
      return emails
    },

    read: async ({ id }: Pick<Broadcast, 'id'>, caller = live) =>
      toWireBroadcast(await withFigures(db, await readBroadcast(db, caller, id))),

    async clear(): Promise<void> {
      await emptyTables(
        db,
        `broadcasts, broadcast_contents, broadcast_stats, contacts, topics, topic_memberships, contact_values,
        contact_fields, sms, sms_progress, email_stats, email_minutes, restored_work`,
      )
    },
  }
}

const pausing = <Draft>(making: Making<Draft>, prepared: () => Promise<void>): Making<Draft> => ({
  ...making,
  async prepare(...page) {
    const drafts = await making.prepare(...page)
    await prepared()
    return drafts
  },
})

/** Delivers all due emails, and returns who got a copy and its content. */
export async function deliverAll(
  mail: EmailFixture,
  { fill }: BroadcastFixture,
  answer: Parameters<typeof scripted>[0] = () => accepted,
) {
  const wire = scripted(answer, { accepted: 'delivered' })
  const composed: Outgoing[] = []
  const channel = mail.openChannel([wire], {
    fillBroadcasts: fill,
    async compose(outgoing) {
      composed.push(outgoing)
      return Buffer.from(outgoing.messageId)
    },
  })
  await mail.run(channel)
  return { copies: wire.copies, composed }
}
