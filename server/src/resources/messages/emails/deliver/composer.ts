/** The message of an email, ready for the wire. */

import { domainOf } from '#core/email-address.ts'
import type { Database } from '#postgres/database.ts'
import type { Compose, DkimKey, EditHtml, HtmlMarks, Sign } from '#transports/transport.ts'
import { type Content, findContent } from '../content-store.ts'
import type { TakenDelivery } from '../delivery-store.ts'
import { composeMessage } from '../message.ts'
import { isPersonal, isTracked, type Personalizing, personalize } from './personalize.ts'
import type { EmailToSend } from './prepare.ts'

/** What signs for a sender, and where its bounces go: null when they go to the sender itself. */
export type Signing = {
  keys: readonly DkimKey[]
  returnPath: string | null
  /** Where links of ours in the message lead, without a slash at its end. */
  linkBase: string
  /** Where a mail unsubscribes the recipient; null when nobody reads it. */
  unsubscribeMailbox: string | null
}

export type ComposerParts = {
  database: Database
  compose: Compose
  sign: Sign
  signingFor(email: { organizationId: string; emailId: string; nth: number; domain: string }): Promise<Signing>
  /** For copies that differ. */
  personal: Pick<Personalizing, 'key'> & { editHtml: EditHtml }
}

type SignedMessage = { message: Buffer; returnPath: string }

/**
 * Composed and signed once for all recipients, whatever their destinations, and kept no longer than somebody needs it. Only where
 * each recipient has a copy of its own it is made for each.
 */
export type MessageComposer = {
  /** How many will ask for it. */
  expect(email: EmailToSend, users: number): void
  of(email: EmailToSend, deliveries: readonly TakenDelivery[]): Promise<SignedMessage>
  /** One of them needs it no more. */
  done(email: EmailToSend): void
}

export function messageComposer({ database, compose, sign, signingFor, personal }: ComposerParts): MessageComposer {
  const marks = new WeakMap<EmailToSend, Promise<HtmlMarks>>()
  const kept = new Map<EmailToSend, { users: number; signed?: Promise<SignedMessage> }>()

  /** Found once for all recipients. */
  function marksOf(email: EmailToSend, html: string): Promise<HtmlMarks> {
    const found = marks.get(email) ?? personal.editHtml.findMarks(html, email.organizationId)
    marks.set(email, found)
    return found
  }

  async function composeOne(email: EmailToSend, recipient: TakenDelivery | undefined): Promise<SignedMessage> {
    const content: Content | undefined = email.content ?? (await findContent(database.db, email))
    if (!content) throw new Error('the email is gone')
    const { fromAddress } = content
    // Nothing leaves in test mode, so there is nothing to build.
    if (email.mode === 'test') return { message: Buffer.alloc(0), returnPath: fromAddress }
    const { organizationId, emailId } = email
    const nth = recipient?.nth ?? 0
    const { keys, returnPath, linkBase, unsubscribeMailbox } = await signingFor({
      ...{ organizationId, emailId, nth, domain: domainOf(fromAddress) },
    })
    const own = recipient
      ? personalize(email, content, recipient, {
          key: personal.key,
          changeHtml: personal.editHtml.change,
          marks: content.html !== null && isTracked(email) ? await marksOf(email, content.html) : null,
          base: linkBase,
          unsubscribeMailbox,
        })
      : content
    const how = { tenant: organizationId, isolated: isSuspected(email) }
    const composed = await composeMessage(database.db, compose, email, own, how)
    const message = keys.length > 0 ? await sign(composed, keys) : composed
    return { message, returnPath: returnPath ?? fromAddress }
  }

  /** Where it may have ended a worker, it is composed where it ends nobody else. */
  const isSuspected = ({ deliveries }: EmailToSend) => deliveries.some(one => one.crashes + one.failures > 0)

  return {
    expect: (email, users) => void kept.set(email, { users }),
    of(email, [first]) {
      if (isPersonal(email)) return composeOne(email, first)
      const entry = kept.get(email)
      if (!entry) throw new Error('nobody was expected to ask for this message')
      entry.signed ??= composeOne(email, undefined)
      return entry.signed
    },
    done(email) {
      const entry = kept.get(email)
      if (entry && --entry.users === 0) kept.delete(email)
    },
  }
}
