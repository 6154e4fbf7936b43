/** The emails of a broadcast: they share its content, and each has its own values for it. */
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import { acceptEmails } from '#resources/messages/emails/accept.ts'
import type { Draft, Variant } from '#resources/messages/emails/draft.ts'
import { readRequest } from '#resources/messages/emails/request/read-request.ts'
import { type CheckSender, checkSenders } from '#resources/messages/emails/senders.ts'
import { toRendered } from '#resources/messages/templates/render.ts'
import { recipientLinks } from '#resources/messages/templates/scope.ts'
import { prepareTexts, type TemplateText } from '#resources/messages/templates/template-text.ts'
import type { Broadcast } from '../broadcast.ts'
import { type Content, findContents } from '../content/content-store.ts'
import { valuesFor } from '../content/values.ts'
import type { Making, Recipient } from './expand.ts'
import { laterFor, sooner } from './local-time.ts'

export type EmailMaking = { db: Db; text: TemplateText; checkSender: CheckSender }

type Made = { draft: Draft; variant: Variant }

export const makeEmails = ({ db, text, checkSender }: EmailMaking): Making<Made> => ({
  async prepare(broadcast, recipients, now) {
    const contents = await contentsOf(db, broadcast)
    const fields = (await fieldsOf(db, [broadcast.environmentId]))(broadcast.environmentId)
    const base = await baseOf(checkSender, broadcast, now)
    const made = recipients.map(recipient => {
      const content = contentFor(contents, recipient)
      return { ...recipient, content, values: valuesFor(content.uses, content.variables, recipient.contact, fields) }
    })
    const subjects = await subjectsOf(text, broadcast.organizationId, made)
    return made.map(({ contact, variant, content, values }, nth) => {
      const to = contact.email ?? ''
      const own = { to: [to], recipients: [to], subject: subjects[nth] ?? content.subject }
      const { id, local } = broadcast
      const draft = {
        ...{ ...base, ...own, html: null, text: null, templateId: content.templateId, size: sizeOf(content) },
        ...{ broadcast: { id, variant, values }, later: local ? laterFor(local, contact, fields) : null },
      }
      return { draft, variant }
    })
  },

  async accept(tx, { broadcast, mode, card, now, aheadMs }, made) {
    const { environmentId, organizationId, id } = broadcast
    const caller = { environmentId, organizationId, mode }
    const drafts = made.map(({ draft }) => ({ ...draft, later: sooner(draft.later ?? null, aheadMs) }))
    const [verdict] = await acceptEmails(tx, card, [{ caller, drafts, now }])
    if (!verdict) throw new Error('an email of the page has no verdict')
    if (verdict instanceof Refusal) return verdict
    return verdict.map(({ status, creditsPerRecipient }, nth) => {
      const isSuppressed = status === 'suppressed' ? 1 : 0
      const credits = mode === 'live' && !isSuppressed ? creditsPerRecipient : 0
      const counts = { messages: 1, handled: isSuppressed, suppressed: isSuppressed, credits }
      return { environmentId, id, variant: made[nth]?.variant ?? 'a', counts }
    })
  },
})

export async function contentsOf(db: Db, { environmentId, id }: Broadcast): Promise<ReadonlyMap<Variant, Content>> {
  const keys = (['a', 'b'] as const).map(variant => ({ environmentId, broadcastId: id, variant }))
  return new Map((await findContents(db, keys)).map(content => [content.variant, content]))
}

function contentFor(contents: ReadonlyMap<Variant, Content>, { variant }: Recipient): Content {
  const content = contents.get(variant)
  if (!content) throw new Error('the content of a broadcast is gone')
  return content
}

/** The part that all of its emails share. Refuses a domain that is not verified any more. */
async function baseOf(check: CheckSender, broadcast: Broadcast, now: Date): Promise<Draft> {
  const { settings, organizationId, environmentId } = broadcast
  const { from = '', reply_to, topic_id, track_opens, track_clicks } = settings
  const draft = readRequest(
    {
      ...{ from, to: 'reader@example.com', subject: 'broadcast', text: 'broadcast', message_stream: 'broadcast' },
      ...(reply_to && { reply_to }),
      ...(topic_id !== undefined && { topic_id }),
      ...(track_opens !== undefined && { track_opens }),
      ...(track_clicks !== undefined && { track_clicks }),
    },
    now,
  )
  const [checked = draft] = await checkSenders(check, { organizationId, environmentId, mode: 'live' }, [draft])
  return checked
}

const sizeOf = ({ subject, html, text }: Content): number =>
  Buffer.byteLength(subject) + Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '')

/**
 * The subjects for lists. A subject that cannot be filled in, or that no email may have, stays a template: the email will fail for
 * the same reason.
 */
async function subjectsOf(
  text: TemplateText,
  tenant: string,
  made: readonly { content: Content; values: Readonly<Record<string, unknown>> }[],
): Promise<string[]> {
  const textsOf = new Map(
    [...new Set(made.map(({ content }) => content))].map(content => {
      const subject = { kind: 'plain' as const, source: content.subject }
      const isSame = !content.subject.includes('{')
      return [content, isSame ? undefined : prepareTexts({ subject })] as const
    }),
  )
  const wanted = made.flatMap(({ content, values }, nth) => {
    const texts = textsOf.get(content)
    const variables = { ...recipientLinks, ...content.variables, ...values }
    return texts ? [{ nth, filling: { texts, variables } }] : []
  })
  const subjects = made.map(({ content }) => content.subject)
  const filled =
    wanted.length > 0
      ? await text.fill(
          tenant,
          wanted.map(one => one.filling),
        )
      : []
  for (const [index, { nth }] of wanted.entries()) {
    const shown = toRendered(filled[index] ?? {})
    if (!(shown instanceof Refusal)) subjects[nth] = shown.subject
  }
  return subjects
}
