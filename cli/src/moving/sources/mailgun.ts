import { fieldOf, idOf, isObject, type Json, type JsonObject, objects, text } from '../json.ts'
import type { ProviderApi } from '../provider-api.ts'
import type { LeftOut, Source, SourceContact, SourceTemplate, Value } from '../source.ts'
import { goToLiquid } from '../templates/go.ts'
import type { Translated } from '../templates/liquid.ts'
import { type Language, mustachesToLiquid } from '../templates/mustaches.ts'
import { fieldsOf } from '../types-of-values.ts'

const handlebars: Language = { name: 'handlebars', links: {} }

/** Each page has the URL of the next one; the last page is empty. */
async function* list(api: ProviderApi, path: string): AsyncGenerator<JsonObject> {
  let next: string | undefined = path
  while (next) {
    const answer: Json = await api.get(next)
    const entries = objects(fieldOf(answer, 'items'))
    if (entries.length === 0) return
    yield* entries
    next = text(fieldOf(fieldOf(answer, 'paging'), 'next'))
  }
}

async function* domains(api: ProviderApi): AsyncGenerator<string> {
  const page = 100
  for (let skip = 0; ; skip += page) {
    const found = objects(fieldOf(await api.get(`v4/domains?limit=${page}&skip=${skip}`), 'items'))
    yield* found.flatMap(({ name }) => text(name) ?? [])
    if (found.length < page) return
  }
}

export function mailgunSource(api: ProviderApi): Source {
  const contacts = async function* () {
    for await (const { address } of list(api, 'v3/lists/pages?limit=100')) {
      const topic = idOf(address)
      for await (const member of list(api, `v3/lists/${encodeURIComponent(topic)}/members/pages?limit=100`))
        yield toContact(member, topic)
    }
  }
  return {
    contacts,
    // Mailgun does not declare the variables of members.
    fields: () => fieldsOf(contacts()),
    async *topics() {
      for await (const { address, name, description } of list(api, 'v3/lists/pages?limit=100'))
        yield {
          ...{ id: idOf(address), name: text(name) ?? idOf(address), isDefault: false },
          ...(text(description) && { description: String(description) }),
        }
    },
    async *templates() {
      for await (const domain of domains(api))
        for await (const { name } of list(api, `v3/${domain}/templates?limit=100`))
          yield toTemplate(await api.get(`v3/${domain}/templates/${encodeURIComponent(idOf(name))}?active=yes`))
    },
    async *suppressions() {
      for await (const domain of domains(api)) {
        for await (const { address } of list(api, `v3/${domain}/bounces?limit=1000`))
          yield { email: text(address) ?? '', reason: 'hard_bounce' }
        for await (const { address } of list(api, `v3/${domain}/complaints?limit=1000`))
          yield { email: text(address) ?? '', reason: 'complaint' }
        for await (const { address, tags } of list(api, `v3/${domain}/unsubscribes?limit=1000`)) {
          const email = text(address) ?? ''
          if (Array.isArray(tags) && !tags.includes('*'))
            yield {
              leftOut: email,
              why: `unsubscribed only from the tag ${tags.join(', ')}, which has no counterpart here`,
            }
          else yield { email, reason: 'unsubscribe' }
        }
      }
    },
  }
}

function toContact({ address, name, subscribed, vars }: JsonObject, topic: string): SourceContact {
  const [firstName, ...rest] = (text(name) ?? '').trim().split(/\s+/)
  const lastName = rest.join(' ')
  return {
    email: text(address) ?? '',
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    properties: isObject(vars) ? valuesOf(vars) : {},
    topics: { [topic]: subscribed !== false },
  }
}

const valuesOf = (vars: JsonObject): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(vars).flatMap(([name, value]): [string, Value][] => {
      if (value === null) return []
      return [[name, typeof value === 'object' ? JSON.stringify(value) : value]]
    }),
  )

/** Mailgun's own links are enclosed in percent signs. */
const ownLinks = /%(?:mailing_list_|tag_)?unsubscribe_url%/g

/** For a file, which uses the default language (Handlebars). */
export function mailgunToLiquid(source: string): Translated {
  const { liquid, untranslated } = mustachesToLiquid(source, handlebars)
  return { liquid: liquid.replaceAll(ownLinks, '{{ unsubscribe_url }}'), untranslated }
}

function toTemplate(answer: Json): SourceTemplate | LeftOut {
  const template = fieldOf(answer, 'template')
  const version = fieldOf(template, 'version')
  const name = idOf(fieldOf(template, 'name'))
  const source = text(fieldOf(version, 'template'))
  if (!source) return { leftOut: name, why: 'it has no active version' }
  const isGo = fieldOf(version, 'engine') === 'go'
  const translate = (one: string) => (isGo ? goToLiquid(one) : mustachesToLiquid(one, handlebars))
  const headers = fieldOf(version, 'headers')
  const [html, subject] = [translate(source), translate(text(fieldOf(headers, 'Subject')) ?? name)]
  const untranslated = [...subject.untranslated, ...html.untranslated]
  return {
    ...{ name, subject: subject.liquid, untranslated, isDraft: untranslated.length > 0 },
    html: html.liquid.replaceAll(ownLinks, '{{ unsubscribe_url }}'),
  }
}
