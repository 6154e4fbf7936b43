import { gunzipSync } from 'node:zlib'
import { readCsv } from '../../../../dashboard/src/csv-import/read-csv.ts'
import { fatal } from '../../../../server/src/core/fatal.ts'
import { toOwnLinks } from '../../../../server/src/doors/sendgrid/unsubscribe-tags.ts'
import { fieldOf, idOf, isObject, type JsonObject, objects, text } from '../json.ts'
import { type ProviderApi, pause } from '../provider-api.ts'
import { contactsOfSheet } from '../sheet.ts'
import type { LeftOut, Source, SourceContact, SourceField, SourceSuppression, SourceTemplate } from '../source.ts'
import type { Translated } from '../templates/liquid.ts'
import { type Language, mustachesToLiquid } from '../templates/mustaches.ts'
import { fieldsOf } from '../types-of-values.ts'

const page = 500
const handlebars: Language = {
  name: 'handlebars',
  links: { unsubscribe: 'unsubscribe_url', unsubscribe_preferences: 'preferences_url' },
}
const suppressionLists: readonly (readonly [string, SourceSuppression['reason']])[] = [
  ['bounces', 'hard_bounce'],
  ['invalid_emails', 'hard_bounce'],
  ['spam_reports', 'complaint'],
  ['unsubscribes', 'unsubscribe'],
]

export function sendgridSource(api: ProviderApi, signal: AbortSignal): Source {
  // An export takes minutes at SendGrid, so it is requested only once.
  let files: Promise<Buffer[]> | undefined
  const everybody = async function* () {
    files ??= exportFiles(api, signal)
    yield* contactsOf(await files)
  }
  return {
    async *fields() {
      const declared = objects(fieldOf(await api.get('v3/marketing/field_definitions'), 'custom_fields'))
      yield* declared.map(toField)
      // SendGrid's built-in fields, if any contact has a value.
      yield* fieldsOf(everybody())
    },
    async *topics() {
      for (const one of await lists(api))
        yield { id: idOf(one.id), name: text(one.name) ?? idOf(one.id), isDefault: false }
      // People are in every group that they have not left.
      for (const one of await groups(api))
        yield {
          ...{ id: groupId(one), name: text(one.name) ?? idOf(one.id), isDefault: true },
          ...(text(one.description) && { description: String(one.description) }),
        }
    },
    async *contacts() {
      const topicsOf = await membershipsOf(api, signal)
      const allGroups = (await groups(api)).map(groupId)
      for await (const contact of everybody()) {
        const own = topicsOf.get((contact.email ?? '').toLowerCase()) ?? {}
        yield { ...contact, topics: { ...Object.fromEntries(allGroups.map(id => [id, true])), ...own } }
      }
    },
    async *templates() {
      let token = ''
      do {
        const path = `v3/templates?generations=legacy,dynamic&page_size=200${token && `&page_token=${token}`}`
        const answer = await api.get(path)
        for (const { id } of objects(fieldOf(answer, 'result')))
          yield toTemplate(await api.get(`v3/templates/${encodeURIComponent(idOf(id))}`))
        const next = text(fieldOf(fieldOf(answer, '_metadata'), 'next'))
        token = (next && URL.parse(next)?.searchParams.get('page_token')) || ''
      } while (token)
    },
    async *suppressions() {
      for (const [list, reason] of suppressionLists)
        for await (const { email } of offsets(api, `v3/suppression/${list}`)) yield { email: text(email) ?? '', reason }
    },
  }
}

async function* offsets(api: ProviderApi, path: string): AsyncGenerator<JsonObject> {
  for (let offset = 0; ; offset += page) {
    const entries = objects(await api.get(`${path}?limit=${page}&offset=${offset}`))
    yield* entries
    if (entries.length < page) return
  }
}

const lists = async (api: ProviderApi): Promise<JsonObject[]> =>
  objects(fieldOf(await api.get('v3/marketing/lists?page_size=1000'), 'result'))
const groups = async (api: ProviderApi): Promise<JsonObject[]> => objects(await api.get('v3/asm/groups'))
const groupId = ({ id }: JsonObject): string => `group ${idOf(id)}`

/** List memberships and group unsubscribes, by address. */
async function membershipsOf(api: ProviderApi, signal: AbortSignal): Promise<Map<string, Record<string, boolean>>> {
  const topicsOf = new Map<string, Record<string, boolean>>()
  const put = (email: string, topic: string, isIn: boolean) => {
    const key = email.toLowerCase()
    topicsOf.set(key, { ...topicsOf.get(key), [topic]: isIn })
  }
  for (const list of await lists(api))
    for await (const { email } of contactsOf(await exportFiles(api, signal, idOf(list.id))))
      if (email) put(email, idOf(list.id), true)
  for (const group of await groups(api)) {
    const left = await api.get(`v3/asm/groups/${encodeURIComponent(idOf(group.id))}/suppressions`)
    if (Array.isArray(left)) for (const email of left) if (typeof email === 'string') put(email, groupId(group), false)
  }
  return topicsOf
}

/** How long to wait for an export, and the pause between checks. */
const exportTimeoutMs = 30 * 60_000
const exportPauseMs = 3_000
/** SendGrid splits larger exports. */
const maxFileMb = 40
const maxFileSize = 50 * 1024 * 1024

/** SendGrid has no contact pages: it exports files, which are downloaded when they are ready. */
async function exportFiles(api: ProviderApi, signal: AbortSignal, listId?: string): Promise<Buffer[]> {
  const started = Date.now()
  const request = { file_type: 'csv', max_file_size: maxFileMb, ...(listId !== undefined && { list_ids: [listId] }) }
  const id = idOf(fieldOf(await api.post('v3/marketing/contacts/exports', request), 'id'))
  for (;;) {
    const job = await api.get(`v3/marketing/contacts/exports/${encodeURIComponent(id)}`)
    const [status, urls] = [fieldOf(job, 'status'), fieldOf(job, 'urls')]
    if (status === 'failure') throw fatal(`SendGrid could not export contacts: ${text(fieldOf(job, 'message')) ?? ''}`)
    if (status === 'ready') {
      const files: Buffer[] = []
      for (const url of Array.isArray(urls) ? urls : []) files.push(await api.download(String(url)))
      return files
    }
    if (Date.now() - started > exportTimeoutMs) throw fatal('SendGrid did not export the contacts within 30 minutes.')
    await pause(exportPauseMs, signal)
  }
}

async function* contactsOf(files: readonly Buffer[]): AsyncGenerator<SourceContact> {
  for (const bytes of files) {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
    const csv = isPacked ? gunzipSync(bytes, { maxOutputLength: maxFileSize }) : bytes
    if (csv.length > 0) yield* contactsOfSheet(await readCsv(new Blob([new Uint8Array(csv)])), passedOver)
  }
}

/** Metadata columns of the file. */
const passedOver = ['contact_id', 'created_at', 'updated_at', 'unique_name', 'whatsapp', 'line', 'facebook']

const toField = ({ name, field_type }: JsonObject): SourceField => ({
  name: text(name) ?? '',
  // SendGrid dates are in the US format, so they stay strings.
  type: field_type === 'Number' ? 'number' : 'string',
})

/** Tags of unsubscribe groups are not Handlebars, so they come through the translation unchanged. */
export function sendgridToLiquid(source: string): Translated {
  const { liquid, untranslated } = mustachesToLiquid(source, handlebars)
  return { liquid: toOwnLinks(liquid), untranslated }
}

function toTemplate(whole: unknown): SourceTemplate | LeftOut {
  const { id, name, generation, versions } = isObject(whole) ? whole : {}
  const named = text(name) ?? idOf(id)
  if (generation !== 'dynamic')
    return { leftOut: named, why: 'it is a legacy template, whose tags are defined in the email' }
  const version = objects(versions).find(({ active }) => active === 1) ?? objects(versions)[0]
  if (!version) return { leftOut: named, why: 'it has no version' }
  const translate = (source: string | undefined) => (source ? sendgridToLiquid(source) : undefined)
  const subject = mustachesToLiquid(text(version.subject) ?? named, handlebars)
  const [html, plain] = [translate(text(version.html_content)), translate(text(version.plain_content))]
  const untranslated = [subject, html, plain].flatMap(part => part?.untranslated ?? [])
  return {
    ...{ name: named, subject: subject.liquid, untranslated },
    ...(html && { html: html.liquid }),
    ...(plain && { text: plain.liquid }),
    isDraft: version.active !== 1 || untranslated.length > 0,
  }
}
