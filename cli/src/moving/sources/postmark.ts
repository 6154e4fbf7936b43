/** Postmark has no contacts: people who unsubscribed from broadcasts become unsubscribed contacts. */
import { fieldOf, idOf, isObject, type JsonObject, objects, text } from '../json.ts'
import type { ProviderApi } from '../provider-api.ts'
import { nothing, type Source, type SourceSuppression, type SourceTemplate } from '../source.ts'
import type { Translated } from '../templates/liquid.ts'
import { type Language, mustachesToLiquid } from '../templates/mustaches.ts'

const page = 100
const mustachio: Language = {
  name: 'mustachio',
  links: { 'pm:unsubscribe': 'unsubscribe_url', 'pm:unsubscribe_url': 'unsubscribe_url' },
}
const reasons: Readonly<Record<string, SourceSuppression['reason']>> = {
  HardBounce: 'hard_bounce',
  SpamComplaint: 'complaint',
}

export function postmarkSource(api: ProviderApi): Source {
  return {
    fields: nothing,
    topics: nothing,
    async *contacts() {
      for await (const { email, isBroadcast, reason } of suppressed(api))
        if (isBroadcast && reason === 'manual') yield { email, emailSubscribed: false, properties: {}, topics: {} }
    },
    async *suppressions() {
      for await (const { email, isBroadcast, reason } of suppressed(api))
        if (!(isBroadcast && reason === 'manual')) yield { email, reason }
    },
    async *templates() {
      const layouts = new Map<string, JsonObject>()
      for await (const { TemplateId, TemplateType } of list(api)) {
        // A layout is included in each template that uses it.
        if (TemplateType === 'Layout') continue
        const whole = await read(api, idOf(TemplateId))
        const layout = text(whole.LayoutTemplate)
        if (layout && !layouts.has(layout)) layouts.set(layout, await read(api, layout))
        yield toTemplate(whole, layout === undefined ? undefined : layouts.get(layout))
      }
    },
  }
}

async function* suppressed(api: ProviderApi) {
  const streams = objects(fieldOf(await api.get('message-streams?MessageStreamType=All'), 'MessageStreams'))
  for (const { ID, MessageStreamType } of streams) {
    if (MessageStreamType === 'Inbound') continue
    const dump = await api.get(`message-streams/${encodeURIComponent(idOf(ID))}/suppressions/dump`)
    for (const { EmailAddress, SuppressionReason } of objects(fieldOf(dump, 'Suppressions')))
      yield {
        email: text(EmailAddress) ?? '',
        isBroadcast: MessageStreamType === 'Broadcasts',
        reason: reasons[String(SuppressionReason)] ?? ('manual' as const),
      }
  }
}

async function* list(api: ProviderApi): AsyncGenerator<JsonObject> {
  for (let offset = 0; ; offset += page) {
    const answer = await api.get(`templates?Count=${page}&Offset=${offset}&TemplateType=All`)
    const entries = objects(fieldOf(answer, 'Templates'))
    yield* entries
    if (entries.length === 0 || offset + page >= Number(fieldOf(answer, 'TotalCount') ?? 0)) return
  }
}

async function read(api: ProviderApi, id: string): Promise<JsonObject> {
  const whole = await api.get(`templates/${encodeURIComponent(id)}`)
  return isObject(whole) ? whole : {}
}

export const postmarkToLiquid = (source: string): Translated => mustachesToLiquid(source, mustachio)

function toTemplate(whole: JsonObject, layout: JsonObject | undefined): SourceTemplate {
  const name = text(whole.Alias) ?? text(whole.Name) ?? idOf(whole.TemplateId)
  const translate = (source: string | undefined) => (source ? mustachesToLiquid(source, mustachio) : undefined)
  const html = translate(within(text(layout?.HtmlBody), text(whole.HtmlBody)))
  const plain = translate(within(text(layout?.TextBody), text(whole.TextBody)))
  const subject = mustachesToLiquid(text(whole.Subject) ?? name, mustachio)
  const untranslated = [subject, html, plain].flatMap(part => part?.untranslated ?? [])
  return {
    ...{ name, subject: subject.liquid, untranslated },
    ...(html && { html: html.liquid }),
    ...(plain && { text: plain.liquid }),
    isDraft: whole.Active === false || untranslated.length > 0,
  }
}

const place = /\{\{\{?\s{0,20}@content\s{0,20}\}?\}\}/

const within = (layout: string | undefined, content: string | undefined): string | undefined =>
  layout && content ? layout.replace(place, () => content) : content
