import { toLiquid } from '../../../../server/src/doors/resend/template-braces.ts'
import { fieldOf, idOf, isObject, type Json, type JsonObject, objects, text } from '../json.ts'
import { type ProviderApi, unlessGone } from '../provider-api.ts'
import type { Source, SourceContact, SourceField, SourceTemplate, Value } from '../source.ts'
import type { Translated } from '../templates/liquid.ts'

const page = 100

/** Lists page by the id of the last entry. */
async function* list(api: ProviderApi, path: string): AsyncGenerator<JsonObject> {
  let after = ''
  for (;;) {
    const answer = await api.get(`${path}?limit=${page}${after && `&after=${encodeURIComponent(after)}`}`)
    const entries = objects(fieldOf(answer, 'data'))
    yield* entries
    const last = idOf(entries.at(-1)?.id)
    if (fieldOf(answer, 'has_more') !== true || last === '' || last === after) return
    after = last
  }
}

export function resendSource(api: ProviderApi): Source {
  return {
    async *fields() {
      for await (const one of list(api, 'contact-properties')) yield toField(one)
    },
    async *topics() {
      for await (const { id, name, description, default_subscription } of list(api, 'topics'))
        yield {
          id: idOf(id),
          name: text(name) ?? idOf(id),
          ...(text(description) && { description: String(description) }),
          isDefault: default_subscription === 'opt_in',
        }
    },
    async *contacts() {
      // The list has neither properties nor topics, so each contact is read, unless the account has none.
      const hasFields = await hasAny(api, 'contact-properties')
      const hasTopics = await hasAny(api, 'topics')
      for await (const one of list(api, 'contacts')) {
        const path = `contacts/${encodeURIComponent(idOf(one.id))}`
        const parts = await unlessGone(
          Promise.all([hasFields ? api.get(path) : one, hasTopics ? collect(list(api, `${path}/topics`)) : []]),
        )
        if (parts) yield toContact(one, fieldOf(parts[0], 'properties'), parts[1])
      }
    },
    async *templates() {
      for await (const { id } of list(api, 'templates')) {
        const whole = await unlessGone(api.get(`templates/${encodeURIComponent(idOf(id))}`))
        if (whole !== undefined) yield toTemplate(whole)
      }
    },
    async *suppressions() {
      for await (const { email, origin } of list(api, 'suppressions'))
        yield {
          email: text(email) ?? '',
          reason: origin === 'bounce' ? 'hard_bounce' : origin === 'complaint' ? 'complaint' : 'manual',
        }
    },
  }
}

const hasAny = async (api: ProviderApi, path: string): Promise<boolean> =>
  objects(fieldOf(await api.get(`${path}?limit=1`), 'data')).length > 0

async function collect(entries: AsyncIterable<JsonObject>): Promise<JsonObject[]> {
  const all: JsonObject[] = []
  for await (const entry of entries) all.push(entry)
  return all
}

const toField = ({ key, type, fallback_value }: JsonObject): SourceField => ({
  name: text(key) ?? '',
  type: type === 'number' ? 'number' : 'string',
  ...((typeof fallback_value === 'string' || typeof fallback_value === 'number') && { fallback: fallback_value }),
})

function toContact(one: JsonObject, properties: Json | undefined, topics: readonly JsonObject[]): SourceContact {
  const [email, firstName, lastName] = [text(one.email), text(one.first_name), text(one.last_name)]
  return {
    ...(email && { email }),
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(typeof one.unsubscribed === 'boolean' && { emailSubscribed: !one.unsubscribed }),
    properties: isObject(properties) ? valuesOf(properties) : {},
    topics: Object.fromEntries(topics.map(({ id, subscription }) => [idOf(id), subscription === 'opt_in'])),
  }
}

/** Each property is a value, or an object with a type and a value. */
function valuesOf(properties: JsonObject): Record<string, Value> {
  const found = Object.entries(properties).map(([name, given]) => [name, isObject(given) ? given.value : given])
  return Object.fromEntries(found.filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)))
}

/** For a file, which has no fallbacks. */
export const resendToLiquid = (source: string): Translated => ({ liquid: toLiquid(source, []), untranslated: [] })

function toTemplate(whole: Json): SourceTemplate {
  const { id, name, alias, subject, html, text: plain, status, variables } = isObject(whole) ? whole : {}
  const fallbacks = objects(variables).map(({ key, fallback_value }) => ({
    key: text(key) ?? '',
    fallback: typeof fallback_value === 'string' || typeof fallback_value === 'number' ? fallback_value : null,
  }))
  const named = text(alias) ?? text(name) ?? idOf(id)
  return {
    name: named,
    subject: toLiquid(text(subject) ?? named, fallbacks),
    ...(text(html) && { html: toLiquid(String(html), fallbacks) }),
    ...(text(plain) && { text: toLiquid(String(plain), fallbacks) }),
    isDraft: status !== 'published',
    untranslated: [],
  }
}
