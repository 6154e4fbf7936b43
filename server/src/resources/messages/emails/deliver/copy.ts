/** The bytes of an email as they leave: made personal where it is, composed and signed. */

import { domainOf } from '#core/addresses/email-address.ts'
import type { Copy } from '#resources/messages/engagement/tokens.ts'
import type { DkimKey, EditHtml, HtmlMarks, Sign } from '#transports/transport.ts'
import type { Content, Envelope } from '../content/content-store.ts'
import { isTracked, type Personalizing, personalize } from './personalize.ts'

/** What signs for a sender, and where its bounces go: null when they go to the sender itself. */
export type Signing = {
  keys: readonly DkimKey[]
  returnPath: string | null
  /** Where links of ours in the message lead, without a slash at its end. */
  linkBase: string
  /** Where a mail unsubscribes the recipient; null when nobody reads it. */
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
  /** Octets of the signatures, which stand in front of everything else. */
  signatureLength: number
}
type CopiedEmail = Pick<Envelope, 'messageStream' | 'topicId' | 'trackOpens' | 'trackClicks' | 'unsubscribe'>

/** Without a copy it is the one of everybody. */
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

/** Who is asked about by whoever signs. */
export const senderOf = (
  { organizationId, emailId }: { organizationId: string; emailId: string },
  { fromAddress }: Content,
  copy: { nth: number } | undefined,
): Parameters<SigningFor>[0] => ({ organizationId, emailId, nth: copy?.nth ?? 0, domain: domainOf(fromAddress) })
