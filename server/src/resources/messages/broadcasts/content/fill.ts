/** The content of a broadcast for one recipient, filled in with the values that were stored with the message. */
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import type { FillBroadcasts, FilledBroadcast, ToFill } from '#resources/messages/emails/filled.ts'
import { weightedCache } from '#resources/messages/templates/cache.ts'
import { sourcesOf } from '#resources/messages/templates/content.ts'
import { toRendered } from '#resources/messages/templates/render.ts'
import { recipientLinks } from '#resources/messages/templates/scope.ts'
import { type PreparedTexts, prepareTexts, type TemplateText } from '#resources/messages/templates/template-text.ts'
import type { DeriveText } from '#transports/transport.ts'
import { type ContentKey, findContents, nameOf } from './content-store.ts'

type Prepared = {
  organizationId: string
  texts: PreparedTexts
  variables: Readonly<Record<string, unknown>>
  /** The filled content, when it prints nothing about the recipient. */
  same: FilledBroadcast | Refusal | undefined
}

/**
 * Contents never change once messages exist, so they can be cached. When all recipients get the same content, the text of its html
 * is derived once: that is most of the work of composing it.
 */
export function broadcastFiller(db: Db, text: TemplateText, deriveText: DeriveText): FillBroadcasts {
  const cache = weightedCache<Prepared>()

  async function prepare(keys: readonly ContentKey[]): Promise<ReadonlyMap<string, Prepared>> {
    const known = new Map<string, Prepared>()
    const absent = new Map<string, ContentKey>()
    for (const key of keys) {
      const prepared = cache.get(nameOf(key))
      if (prepared) known.set(nameOf(key), prepared)
      else absent.set(nameOf(key), key)
    }
    if (absent.size === 0) return known
    for (const content of await findContents(db, [...absent.values()])) {
      const { organizationId, variables, uses } = content
      const texts = prepareTexts(sourcesOf(content))
      const fill = () => fillEach(organizationId, [{ texts, variables: { ...recipientLinks, ...variables } }])
      const same = uses.some(isOfContact)
        ? undefined
        : await fill().then(([only]) => withText(organizationId, only ?? missing()))
      const prepared = { organizationId, texts, variables, same }
      // A content that could not be filled in now, for example by a busy pool, is retried for the next email.
      if (!(same instanceof Refusal))
        cache.set(nameOf(content), prepared, (content.html?.length ?? 0) + (content.text?.length ?? 0))
      known.set(nameOf(content), prepared)
    }
    return known
  }

  async function withText(tenant: string, filled: FilledBroadcast | Refusal): Promise<FilledBroadcast | Refusal> {
    if (filled instanceof Refusal || filled.html === null || filled.text !== null) return filled
    const derived = await deriveText(filled.html, tenant)
    return derived === '' ? filled : { ...filled, text: derived }
  }

  async function fillEach(
    tenant: string,
    wanted: Parameters<TemplateText['fill']>[1],
  ): Promise<(FilledBroadcast | Refusal)[]> {
    return (await text.fill(tenant, wanted)).map(toRendered)
  }

  return async wanted => {
    const prepared = await prepare(wanted.map(toKey))
    const filled = new Map<ToFill, FilledBroadcast | Refusal>()
    const groups = Map.groupBy(wanted, one => prepared.get(nameOf(toKey(one))) ?? missing())
    for (const [{ organizationId, texts, variables, same }, own] of groups) {
      const results = same
        ? Array.from(own, () => same)
        : await fillEach(
            organizationId,
            own.map(({ values }) => ({ texts, variables: { ...recipientLinks, ...variables, ...values } })),
          )
      for (const [nth, one] of own.entries()) filled.set(one, (await results[nth]) ?? missing())
    }
    return wanted.map(one => filled.get(one) ?? missing())
  }
}

const toKey = ({ environmentId, id, variant }: ToFill): ContentKey => ({ environmentId, broadcastId: id, variant })

const isOfContact = (name: string): boolean => name === 'contact' || name.startsWith('contact.')

function missing(): never {
  throw new Error('the content of a broadcast is gone')
}
