/** Emails from automations follow the rules of the API, but each is accepted or refused by itself. */
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Sender } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { checkUnsubscribeLink, rulesReader } from './broadcast-rules/unsubscribe-link.ts'
import type { Draft } from './draft.ts'
import { fill, type RenderTemplates, templateOf, withLinks, withNamedLinks } from './fill-in.ts'
import { type CheckLinks, checkLinks } from './link-check.ts'
import { type KeepOutside, keepInside } from './outside/keep.ts'
import { readRequest } from './request/read-request.ts'
import { type CheckSender, checkSenders } from './senders.ts'
import { checkTopics } from './topics.ts'

export type PrepareParts = {
  keepOutside?: KeepOutside
  db: Db
  checkSender: CheckSender
  links: CheckLinks
  renderTemplates: RenderTemplates
}
export type AskedEmail = { sender: Sender; body: EmailSend; now: Date }

/** Drafts that can be accepted, or refusals, in the order asked. */
export async function prepareEmails(parts: PrepareParts, asked: readonly AskedEmail[]): Promise<(Draft | Refusal)[]> {
  const read = await Promise.all(asked.map(({ body, now }) => orRefusal(async () => readRequest(body, now))))
  const check = onceForAll(parts)
  const checked = await Promise.all(
    read.map(async (draft, index) => {
      const sender = asked[index]?.sender
      return draft instanceof Refusal || !sender ? draft : check(sender, draft)
    }),
  )
  const filled = await fillAll(parts.renderTemplates, asked, checked)
  const { keepOutside: keep = keepInside } = parts
  const readRules = rulesReader(parts.db)
  return Promise.all(
    filled.map(async (draft, index) => {
      const sender = asked[index]?.sender
      if (draft instanceof Refusal || !sender) return draft
      return orRefusal(async () => {
        await checkUnsubscribeLink(readRules, sender, [draft], (_, path) => path)
        const [kept = draft] = await keep(sender, [draft])
        return kept
      })
    }),
  )
}

/** Runs each check once: most emails of a batch have the same sender and the same topic. */
function onceForAll({ db, checkSender, links }: PrepareParts) {
  const known = new Map<string, Promise<Refusal | Pick<Draft, 'requireTls'>>>()
  return async (sender: Sender, draft: Draft): Promise<Refusal | Draft> => {
    const { topicId, from, messageStream, trackOpens, trackClicks, requireTls } = draft
    const name = [sender.environmentId, topicId, from.address, messageStream, trackOpens, trackClicks, requireTls].join(
      ' ',
    )
    const verdict =
      known.get(name) ??
      orRefusal(async () => {
        const [checked = draft] = await checkSenders(checkSender, sender, [draft])
        await checkLinks(links, sender, [draft], (_, path) => path)
        await checkTopics(db, sender, [draft], () => 'topic_id')
        return { requireTls: checked.requireTls }
      })
    known.set(name, verdict)
    const demanded = await verdict
    return demanded instanceof Refusal ? demanded : { ...draft, ...demanded }
  }
}

async function fillAll(
  render: RenderTemplates,
  asked: readonly AskedEmail[],
  drafts: readonly (Draft | Refusal)[],
): Promise<(Draft | Refusal)[]> {
  const wanted = asked.flatMap(({ sender, body }, index) => {
    const template = templateOf(body)
    const draft = drafts[index]
    if (!template || !draft || draft instanceof Refusal) return []
    const recipient = draft.to[0] ?? ''
    const { organizationId, environmentId } = sender
    const variables = body.variables ?? {}
    // An automation acts for the organization, not for a key.
    return [{ index, organizationId, environmentId, template, variables, recipient, mayReadContacts: true }]
  })
  const verdicts = wanted.length > 0 ? await render(wanted) : []
  const renderedOf = new Map(wanted.map(({ index }, nth) => [index, verdicts[nth]]))
  return drafts.map((draft, index) => {
    const rendered = renderedOf.get(index)
    if (draft instanceof Refusal) return draft
    if (rendered instanceof Refusal) return rendered
    return withLinks(rendered ? fill(draft, asked[index]?.body.subject, rendered) : withNamedLinks(draft))
  })
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
