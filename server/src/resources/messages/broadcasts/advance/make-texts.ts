/** The text messages of a broadcast. Each is filled in when it is made: what it costs depends on how long it is. */
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import { acceptSms } from '#resources/messages/sms/accept.ts'
import { readRequest } from '#resources/messages/sms/request.ts'
import type { Draft } from '#resources/messages/sms/sms.ts'
import { recipientLinks } from '#resources/messages/templates/scope.ts'
import { prepareTexts, type TemplateText } from '#resources/messages/templates/template-text.ts'
import { valuesFor } from '../content/values.ts'
import { type Making, PartlyPaid } from './expand.ts'
import { dueFor } from './local-time.ts'
import { contentsOf } from './make-emails.ts'

type Made = { draft: Draft; dueAt: Date | null }

/** Undefined for one that cannot be filled in, or that no carrier would take: nothing is made for it. */
export const makeTexts = ({ db, text }: { db: Db; text: TemplateText }): Making<Made | undefined> => ({
  async prepare(broadcast, recipients) {
    const content = (await contentsOf(db, broadcast)).get('a')
    if (!content) throw new Error('the content of a broadcast is gone')
    const fields = (await fieldsOf(db, [broadcast.environmentId]))(broadcast.environmentId)
    const texts = prepareTexts({ body: { kind: 'plain', source: content.text ?? '' } })
    const filled = await text.fill(
      broadcast.organizationId,
      recipients.map(({ contact }) => ({
        texts,
        variables: {
          ...recipientLinks,
          ...content.variables,
          ...valuesFor(content.uses, content.variables, contact, fields),
        },
      })),
    )
    const { local, settings } = broadcast
    return recipients.map(({ contact }, nth) => {
      const filling = filled[nth]
      if (!filling || filling instanceof Refusal) return undefined
      const draft = draftOf(settings.from ?? '', contact.phoneNumber ?? '', filling.body ?? '')
      return draft && { draft, dueAt: local ? dueFor(local, contact) : null }
    })
  },

  async accept(tx, { broadcast, mode, card, now }, made) {
    const { environmentId, organizationId, id } = broadcast
    const caller = { environmentId, organizationId, mode }
    const requests = made.flatMap(one =>
      one ? [{ caller, draft: one.draft, now, broadcastId: id, ...(one.dueAt && { dueAt: one.dueAt }) }] : [],
    )
    const verdicts = requests.length > 0 ? await acceptSms(tx, card, requests) : []
    // Who has opted out since is passed over; what cannot be paid for ends the page.
    const unpaid = verdicts.find(
      (verdict): verdict is Refusal => verdict instanceof Refusal && verdict.code !== 'recipient_opted_out',
    )
    if (!unpaid) return []
    if (verdicts.some(verdict => !(verdict instanceof Refusal))) throw new PartlyPaid()
    return unpaid
  },
})

function draftOf(from: string, to: string, body: string): Draft | undefined {
  try {
    return readRequest({ from, to, body })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
