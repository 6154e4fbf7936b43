/** The raw message of an email. */
import type { Caller } from '#core/caller.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { ProcessCrashed } from '#text-pool/job.ts'
import type { Compose } from '#transports/transport.ts'
import type { FetchContent } from '../body/outside-content.ts'
import { type Content, findEnvelopes } from '../content/content-store.ts'
import { loadContent } from '../content/load-content.ts'
import type { ComposerParts } from '../deliver/composer.ts'
import { composeCopy, senderOf } from '../deliver/copy.ts'
import { isPersonal } from '../deliver/personalize.ts'
import type { FillBroadcasts } from '../filled.ts'
import { composeMessage } from '../message.ts'
import { nothingOutside } from '../outside/fetch.ts'
import { findWithContent, keyOf } from './read.ts'

export type RawParts = {
  db: Db
  compose: Compose
  fetchContent?: FetchContent
  fillBroadcasts?: FillBroadcasts | undefined
  /** Makes the copy of a recipient; without it a captured email is shown like any other. */
  copies?: Pick<ComposerParts, 'sign' | 'signingFor' | 'personal'>
}

/** The message composed from its parts; for a captured email, the first recipient's copy as it would have been sent. */
export async function readRaw(parts: RawParts, caller: Pick<Caller, 'environmentId'>, id: string): Promise<Buffer> {
  const { db, fetchContent = nothingOutside, fillBroadcasts, copies } = parts
  const key = keyOf(caller, id)
  const email = await findWithContent(db, key)
  const content = await loadContent({ db, fetchContent, fillBroadcasts }, key)
  if (!content) throw notFound('email')
  const compose = (own: Content) => composeMessage({ db, fetchContent }, parts.compose, key, own)
  const message = email.captured && copies ? firstCopy(db, copies, compose, key, content) : compose(content)
  return message.catch(cause => {
    if (!(cause instanceof ProcessCrashed)) throw cause
    const message = 'This email cannot be composed: its content takes more time or memory than any email needs.'
    throw new Refusal('invalid_state', { message, cause })
  })
}

async function firstCopy(
  db: Db,
  { sign, signingFor, personal }: NonNullable<RawParts['copies']>,
  compose: (content: Content) => Promise<Buffer>,
  key: EmailKey,
  content: Content,
): Promise<Buffer> {
  const [email] = await findEnvelopes(db, [key])
  if (!email) throw notFound('email')
  const copy = isPersonal(email) ? { ...key, nth: 0 } : undefined
  const { message } = await composeCopy(
    {
      ...{ compose, sign, key: personal.key, changeHtml: personal.editHtml.change },
      signing: await signingFor(senderOf(email, content, copy)),
      marksOf: html => personal.editHtml.findMarks(html, email.organizationId),
    },
    email,
    content,
    copy,
  )
  return message
}
