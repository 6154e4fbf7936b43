/** Composes and signs the messages of emails. */
import type { Database } from '#postgres/database.ts'
import type { Compose, EditHtml, HtmlMarks, Sign } from '#transports/transport.ts'
import type { FetchContent } from '../body/outside-content.ts'
import { hasContent } from '../body/pack.ts'
import type { Content } from '../content/content-store.ts'
import { loadContent } from '../content/load-content.ts'
import type { TakenDelivery } from '../delivery-store.ts'
import type { FillBroadcasts } from '../filled.ts'
import { composeMessage } from '../message.ts'
import { nothingOutside } from '../outside/fetch.ts'
import { composeCopy, type SignedMessage, type SigningFor, senderOf } from './copy.ts'
import { isPersonal, type Personalizing } from './personalize.ts'
import type { EmailToSend } from './prepare.ts'

export type ComposerParts = {
  database: Database
  /** Fetches contents that are outside the database. */
  fetchContent?: FetchContent
  fillBroadcasts?: FillBroadcasts
  compose: Compose
  sign: Sign
  signingFor: SigningFor
  /** For personal copies. */
  personal: Pick<Personalizing, 'key'> & { editHtml: EditHtml }
}

/**
 * Composes and signs a message once for all recipients, whatever their destinations, and keeps it only as long as it is needed.
 * Personal copies are composed one by one.
 */
export type MessageComposer = {
  /** Announces how many transmissions need the message. */
  expect(email: EmailToSend, users: number): void
  of(email: EmailToSend, deliveries: readonly TakenDelivery[]): Promise<SignedMessage>
  /** One of them no longer needs it. */
  done(email: EmailToSend): void
}

export function messageComposer(parts: ComposerParts): MessageComposer {
  const { database, fetchContent = nothingOutside, fillBroadcasts, compose, sign, signingFor, personal } = parts
  const marks = new WeakMap<EmailToSend, Promise<HtmlMarks>>()
  const kept = new Map<EmailToSend, { users: number; signed?: Promise<SignedMessage> }>()

  /** Most emails of a broadcast have the same html. */
  let last: { html: string; found: Promise<HtmlMarks> } | undefined

  /** Found once for all recipients of an email. */
  function marksOf(email: EmailToSend, html: string): Promise<HtmlMarks> {
    if (email.broadcast && last?.html === html) return last.found
    const found = marks.get(email) ?? personal.editHtml.findMarks(html, email.organizationId)
    marks.set(email, found)
    if (email.broadcast) last = { html, found }
    return found
  }

  async function composeOne(email: EmailToSend, recipient: TakenDelivery | undefined): Promise<SignedMessage> {
    // Nothing is sent in test mode, so nothing is composed.
    if (email.mode === 'test') return { message: Buffer.alloc(0), returnPath: email.fromAddress, signatureLength: 0 }
    const content: Content | undefined =
      email.content ?? (await loadContent({ db: database.db, fetchContent, fillBroadcasts }, email))
    if (!content) throw new Error('the email is gone')
    if (!hasContent(content)) throw new Error('the content of the email is gone')
    const { organizationId: tenant } = email
    const how = { tenant, isolated: isSuspected(email) }
    return composeCopy(
      {
        compose: own => composeMessage({ db: database.db, fetchContent }, compose, email, own, how),
        sign,
        signing: await signingFor(senderOf(email, content, recipient)),
        key: personal.key,
        changeHtml: personal.editHtml.change,
        marksOf: html => marksOf(email, html),
      },
      email,
      content,
      recipient,
    )
  }

  /** An email that may have crashed a worker is composed in a separate process. */
  const isSuspected = ({ deliveries }: EmailToSend) => deliveries.some(one => one.crashes + one.failures > 0)

  return {
    expect: (email, users) => void kept.set(email, { users }),
    of(email, [first]) {
      if (isPersonal(email)) return composeOne(email, first)
      const entry = kept.get(email)
      if (!entry) throw new Error('no transmission of this message was announced')
      entry.signed ??= composeOne(email, undefined)
      return entry.signed
    },
    done(email) {
      const entry = kept.get(email)
      if (entry && --entry.users === 0) kept.delete(email)
    },
  }
}
