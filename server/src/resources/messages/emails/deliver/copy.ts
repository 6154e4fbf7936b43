/** The bytes of an email as they are sent: personalized if needed, composed and signed. */

import { domainOf } from '#core/addresses/email-address.ts'
import type { Copy } from '#resources/messages/engagement/tokens.ts'
import type { DkimKey, EditHtml, HtmlMarks, Sign } from '#transports/transport.ts'
import type { Content, Envelope } from '../content/content-store.ts'
import { isTracked, type Personalizing, personalize } from './personalize.ts'

/** The keys that sign for a sender, and the address for its bounces: null when they go to the sender itself. */
export type Signing = {
  keys: readonly DkimKey[]
  returnPath: string | null
  /** The base URL of our links in the message, without a slash at its end. */
  linkBase: string
  /** The address where a mail unsubscribes the recipient; null when nobody reads it. */
  unsubscribeMailbox: string | null
}

export type SigningFor = (email: {
  organizationId: string
  emailId: string
  nth: number
  domain: string
}) => Promise<Signing>

type CopyParts = {
  compose(content: Content): Promise<Buffer>
  sign: Sign
  signing: Signing
  key: Personalizing['key']
  changeHtml: EditHtml['change']
  marksOf(html: string): Promise<HtmlMarks>
}

export type SignedMessage = {
  message: Buffer
  returnPath: string
  /** Octets of the signatures, which come first in the message. */
  signatureLength: number
}
type CopiedEmail = Pick<Envelope, 'messageStream' | 'topicId' | 'trackOpens' | 'trackClicks' | 'unsubscribe'>

/** Without a `copy`, composes the message that all recipients share. */
export async function composeCopy(
  { compose, sign, signing, key, changeHtml, marksOf }: CopyParts,
  email: CopiedEmail,
  content: Content,
  copy: Copy | undefined,
): Promise<SignedMessage> {
  const { keys, returnPath, linkBase, unsubscribeMailbox } = signing
  const own = copy
    ? personalize(email, content, copy, {
        ...{ key, changeHtml, base: linkBase, unsubscribeMailbox },
        marks: content.html !== null && isTracked(email) ? await marksOf(content.html) : null,
      })
    : content
  const composed = await compose(own)
  const message = keys.length > 0 ? await sign(composed, keys) : composed
  const signatureLength = message.length - composed.length
  return { message, returnPath: returnPath ?? content.fromAddress, signatureLength }
}

/** The sender of a copy, as `SigningFor` expects it. */
export const senderOf = (
  { organizationId, emailId }: { organizationId: string; emailId: string },
  { fromAddress }: Content,
  copy: { nth: number } | undefined,
): Parameters<SigningFor>[0] => ({ organizationId, emailId, nth: copy?.nth ?? 0, domain: domainOf(fromAddress) })
