/** The text messages of a broadcast. Each is filled in when it is created, because its cost depends on its length. */
import { inWords, Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import { acceptSms } from '#resources/messages/sms/accept.ts'
import { cut } from '#resources/messages/sms/segments.ts'
import type { Draft } from '#resources/messages/sms/sms.ts'
import { type Filling, prepareTexts, type TemplateText } from '#resources/messages/templates/template-text.ts'
import { draftOf, type Numbers } from '../content/sms-content.ts'
import { valuesFor } from '../content/values.ts'
import { type Making, PartlyPaid } from './expand.ts'
import { type Later, laterFor, sooner } from './local-time.ts'
import { contentsOf } from './make-emails.ts'

type Made = { draft: Draft; later: Later | null; failedBecause?: string }

export const makeTexts = ({ db, text }: { db: Db; text: TemplateText }): Making<Made> => ({
  async prepare(broadcast, recipients) {
    const content = (await contentsOf(db, broadcast)).get('a')
    if (!content) throw new Error('the content of a broadcast is gone')
    const source = content.text ?? ''
    const fields = (await fieldsOf(db, [broadcast.environmentId]))(broadcast.environmentId)
    const texts = prepareTexts({ body: { kind: 'plain', source } })
    const filled = await text.fill(
      broadcast.organizationId,
      recipients.map(({ contact }) => ({
        texts,
        variables: {
          ...content.variables,
          ...valuesFor(content.uses, content.variables, contact, fields),
        },
      })),
    )
    const { local, settings } = broadcast
    return recipients.map(({ contact }, nth) => {
      const numbers = { from: settings.from ?? '', to: contact.phoneNumber ?? '' }
      const draft = readFilling(numbers, filled[nth] ?? {})
      const made = draft instanceof Refusal ? unsendable(numbers, source, draft) : { draft }
      return { ...made, later: local ? laterFor(local, contact, fields) : null }
    })
  },

  async accept(tx, { broadcast, mode, card, now, aheadMs }, made) {
    const { environmentId, organizationId, id } = broadcast
    const caller = { environmentId, organizationId, mode }
    const requests = made.map(({ later, ...one }) => ({
      ...{ caller, now, broadcastId: id, ...one },
      ...(later && { later: sooner(later, aheadMs) ?? later }),
    }))
    const verdicts = await acceptSms(tx, card, requests)
    // A message that cannot be paid for ends the page.
    const unpaid = verdicts.find(
      (verdict): verdict is Refusal => verdict instanceof Refusal && verdict.code !== 'recipient_opted_out',
    )
    if (unpaid && verdicts.some(verdict => !(verdict instanceof Refusal))) throw new PartlyPaid()
    if (unpaid) return unpaid
    // Recipients who have opted out since have a message that says so, as with emails.
    const suppressed = requests.flatMap((request, nth) => {
      const verdict = verdicts[nth]
      return verdict instanceof Refusal ? [{ ...request, failedBecause: inWords(verdict), suppressed: true }] : []
    })
    if (suppressed.length > 0) await acceptSms(tx, card, suppressed)
    return []
  },
})

/** A refusal when it cannot be filled in, or when no carrier would accept it. */
const readFilling = (numbers: Numbers, filling: Filling): Draft | Refusal =>
  filling instanceof Refusal ? filling : draftOf(numbers, filling.body ?? '')

/** Stored with the unfilled text and the reason, so that the message of this recipient can be found. */
function unsendable(numbers: Numbers, source: string, refusal: Refusal): Pick<Made, 'draft' | 'failedBecause'> {
  const { encoding, parts } = cut(source)
  return {
    draft: { ...numbers, body: source, mediaUrls: [], encoding, segments: parts.length },
    failedBecause: `The broadcast cannot be sent to this recipient. ${inWords(refusal)}`,
  }
}
