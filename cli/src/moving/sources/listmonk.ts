import { fieldOf, idOf, isObject, type JsonObject, objects, text } from '../json.ts'
import type { ProviderApi } from '../provider-api.ts'
import type { LeftOut, Source, SourceContact, SourceSuppression, SourceTemplate, Value } from '../source.ts'
import { goToLiquid } from '../templates/go.ts'
import { fieldsOf } from '../types-of-values.ts'

const page = 500

async function* list(api: ProviderApi, path: string): AsyncGenerator<JsonObject> {
  for (let nth = 1; ; nth++) {
    const answer = fieldOf(
      await api.get(`api/${path}?page=${nth}&per_page=${page}&order_by=created_at&order=asc`),
      'data',
    )
    const entries = objects(fieldOf(answer, 'results'))
    yield* entries
    const total = Number(fieldOf(answer, 'total') ?? 0)
    if (entries.length === 0 || nth * page >= total) return
  }
}

export function listmonkSource(api: ProviderApi): Source {
  const contacts = async function* () {
    const asksForConfirmation = new Set<string>()
    for await (const { id, optin } of list(api, 'lists')) if (optin === 'double') asksForConfirmation.add(idOf(id))
    for await (const one of list(api, 'subscribers')) yield toContact(one, asksForConfirmation)
  }
  return {
    contacts,
    // listmonk does not declare attributes.
    fields: () => fieldsOf(contacts()),
    async *topics() {
      for await (const { id, name, description } of list(api, 'lists'))
        yield {
          id: idOf(id),
          name: text(name) ?? idOf(id),
          ...(text(description) && { description: String(description) }),
          isDefault: false,
        }
    },
    async *templates() {
      for (const one of objects(fieldOf(await api.get('api/templates'), 'data'))) yield toTemplate(one)
    },
    async *suppressions() {
      for await (const { email, status } of list(api, 'subscribers'))
        if (status === 'blocklisted') yield { email: text(email) ?? '', reason: 'unsubscribe' }
      for await (const one of list(api, 'bounces')) yield* toSuppression(one)
    },
  }
}

function toContact(one: JsonObject, asksForConfirmation: ReadonlySet<string>): SourceContact {
  const [firstName, ...rest] = (text(one.name) ?? '').trim().split(/\s+/)
  const lastName = rest.join(' ')
  const topics = objects(one.lists).flatMap(({ id, subscription_status: status }): [string, boolean][] => {
    if (status === 'unsubscribed') return [[idOf(id), false]]
    // A person with an unanswered confirmation request has neither subscribed nor unsubscribed.
    if (status !== 'confirmed' && asksForConfirmation.has(idOf(id))) return []
    return [[idOf(id), true]]
  })
  return {
    email: text(one.email) ?? '',
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    emailSubscribed: one.status === 'enabled',
    properties: isObject(one.attribs) ? valuesOf(one.attribs) : {},
    topics: Object.fromEntries(topics),
  }
}

/** Objects and lists are kept as JSON. */
const valuesOf = (attributes: JsonObject): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]): [string, Value][] => {
      if (value === null) return []
      return [[name, typeof value === 'object' ? JSON.stringify(value) : value]]
    }),
  )

function toTemplate({ id, name, type, subject, body }: JsonObject): SourceTemplate | LeftOut {
  const named = text(name) ?? idOf(id)
  if (type !== 'tx') return { leftOut: named, why: 'it is a layout of campaigns and has no text of its own' }
  const [subjectLine, html] = [goToLiquid(text(subject) ?? named), goToLiquid(text(body) ?? '')]
  const untranslated = [...subjectLine.untranslated, ...html.untranslated]
  return {
    ...{ name: named, subject: subjectLine.liquid, html: html.liquid },
    ...{ isDraft: untranslated.length > 0, untranslated },
  }
}

function* toSuppression({ email, type }: JsonObject): Generator<SourceSuppression> {
  const reasons: Readonly<Record<string, SourceSuppression['reason']>> = { hard: 'hard_bounce', complaint: 'complaint' }
  const reason = reasons[String(type)]
  if (reason) yield { email: text(email) ?? '', reason }
}
