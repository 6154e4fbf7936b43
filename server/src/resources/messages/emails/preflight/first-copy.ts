/**
 * The first recipient's copy of an email that was not sent, byte for byte as it would be sent. It cannot be misused: its addresses
 * and links are sealed with a key that is not stored, and the shown copy has no valid signature.
 */
import { randomBytes } from 'node:crypto'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import type { Compose, EditHtml, Sign } from '#transports/transport.ts'
import type { Content } from '../content/content-store.ts'
import { composeCopy, type SignedMessage, type Signing, type SigningFor, senderOf } from '../deliver/copy.ts'
import { isPersonal } from '../deliver/personalize.ts'
import type { Draft } from '../draft.ts'
import { toOutgoing } from '../message.ts'

export type CopyParts = { compose: Compose; editHtml: EditHtml; sign: Sign; signingFor: SigningFor }

export type FirstCopy = SignedMessage & { signing: Signing }

const ownKey = tokenKey(randomBytes(32))

export async function firstCopy(parts: CopyParts, caller: Caller, draft: Draft, now: Date): Promise<FirstCopy> {
  const { organizationId, environmentId } = caller
  const content = contentOf(draft, now)
  const copy = { environmentId, emailId: newId(now), nth: 0 }
  const signing = await parts.signingFor(senderOf({ organizationId, ...copy }, content, copy))
  const signed = await composeCopy(
    {
      compose: own => parts.compose(toOutgoing(copy, own, draft.attachments), { tenant: organizationId }),
      sign: parts.sign,
      signing,
      key: ownKey,
      changeHtml: parts.editHtml.change,
      marksOf: html => parts.editHtml.findMarks(html, organizationId),
    },
    draft,
    content,
    isPersonal(draft) ? copy : undefined,
  )
  return { ...signed, signing }
}

const contentOf = (draft: Draft, now: Date): Content => ({
  fromAddress: draft.from.address,
  fromName: draft.from.name,
  to: [...draft.to],
  cc: [...draft.cc],
  replyTo: [...draft.replyTo],
  subject: draft.subject,
  html: draft.html,
  text: draft.text,
  headers: draft.headers && { ...draft.headers },
  attachments: draft.attachments.length,
  date: draft.scheduledFor === null ? now : new Date(draft.scheduledFor),
})

/**
 * Hides the values of the signatures. Anybody could send a signed copy, past suppressions and credits, even one made with a test
 * key, which may send nothing.
 */
export function withoutSignatures({ message, signatureLength }: SignedMessage): Buffer {
  const hidden = message
    .toString('latin1', 0, signatureLength)
    .replace(/(;\r\n b=)([^;]+?)(?=\r\n(?! ))/g, (_, tag: string, value: string) => tag + value.replace(/\S/g, '*'))
  return Buffer.concat([Buffer.from(hidden, 'latin1'), message.subarray(signatureLength)])
}
