import type { TemplateCreate, TemplateUpdate } from '@posthorn/contract/messages/templates'
import type { Permission } from '@posthorn/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Replayed } from '#core/idempotency.ts'
import { pager } from '#core/page.ts'
import type { Database } from '#postgres/database.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { asking } from '../../../../testing/asking.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { createTemplate } from './create.ts'
import { templateRoutes } from './routes.ts'
import { compileHere, textHere } from './text-here.fixture.ts'

let database: Database
let live: Caller
let other: Caller
let routes: ReturnType<typeof templateRoutes>
let time = Date.parse('2026-11-15T12:00:00.000Z')
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  other = callers.test
  routes = templateRoutes({
    database,
    templateText: textHere,
    clock: () => new Date(++time),
    pager: pager(Buffer.alloc(32, 7)),
  })
})
afterAll(() => database[Symbol.asyncDispose]())

const nobody = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'
const nothing = { params: undefined, query: undefined, body: undefined }
let count = 0
const freshName = () => `template ${++count}`
const content = { subject: 'Hello {{ name }}', html: '<p>{{ name }}</p>' }

async function create(asked: Partial<TemplateCreate> = {}, caller = live) {
  const body = { friendly_name: freshName(), ...content, ...asked }
  const reply = await routes.createTemplate(caller, { ...nothing, body }, asking(caller, 'template.created'))
  if (reply instanceof Replayed) throw new Error('replayed')
  return reply
}
const update = (id: string, body: TemplateUpdate, caller = live) =>
  routes.updateTemplate(caller, { ...nothing, params: { id }, body }, asking(caller, 'template.updated', id))
const read = (id: string, caller = live) => routes.getTemplate(caller, { ...nothing, params: { id } })
const remove = (id: string, caller = live) =>
  routes.deleteTemplate(caller, { ...nothing, params: { id } }, asking(caller, 'template.deleted', id))
const preview = (id: string, body: object = {}, caller = live) =>
  routes.renderTemplate(caller, { ...nothing, params: { id }, body })
const list = (query: { limit?: number; cursor?: string } = {}, caller = live) =>
  routes.listTemplates(caller, { ...nothing, query })
const versionsOf = (id: string) =>
  database.db.selectFrom('template_versions').selectAll().where('template_id', '=', id).orderBy('version').execute()

const locksWaitedFor = async () => {
  const { rows } = await sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where not granted and datname = current_database()`.execute(database.db)
  return rows.length
}

describe('a new template', () => {
  test('is published, unless it is a draft', async () => {
    const published = await create()
    const draft = await create({ status: 'draft' })

    expect(published).toMatchObject({
      ...content,
      status: 'published',
      version: 1,
      published_version: 1,
      variables: ['name'],
    })
    expect(draft).toMatchObject({ status: 'draft', version: 1 })
    expect(draft).not.toHaveProperty('published_version')
    expect(await read(published.id)).toEqual(published)
    expect(await read(draft.id)).toEqual(draft)
  })

  test('has a unique name, whatever its case', async () => {
    const first = await create({ friendly_name: 'Receipt' })
    const faults = [{ path: 'friendly_name', message: expect.not.stringContaining(first.id) }]

    await expect(create({ friendly_name: 'rECEIPT' })).rejects.toMatchObject({
      code: 'validation_error',
      details: faults,
    })
    expect(await create({ friendly_name: 'receipt' }, other)).toBeDefined()
  })

  test('waits for a concurrent one with the same name, and is refused then', async () => {
    const created = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const first = database.transaction(async tx => {
      await createTemplate(tx, live, new Date(), { friendly_name: 'race', ...content }, compileHere)
      created.resolve()
      await held.promise
    })
    await created.promise

    const second = create({ friendly_name: 'RACE' }).catch((error: unknown) => error)
    await vi.waitFor(async () => expect(await locksWaitedFor()).toBe(1))
    held.resolve()
    await first

    expect(await second).toMatchObject({ code: 'validation_error', details: [{ path: 'friendly_name' }] })
  })

  test.each(['published', 'draft'] as const)(
    'that does not parse is refused and leaves nothing behind, %s or not',
    async status => {
      const friendly_name = freshName()
      await expect(create({ friendly_name, html: '{% if %}', status })).rejects.toMatchObject({
        code: 'validation_error',
      })
      expect((await list({ limit: 100 })).data.map(one => one.friendly_name)).not.toContain(friendly_name)
    },
  )

  test('is created once under one idempotency key, with the same answer again', async () => {
    const body = { friendly_name: freshName(), ...content }
    const idempotency = { operation: 'createTemplate', key: 'k1', requestHash: Buffer.alloc(32, 1) }
    const ask = () =>
      routes.createTemplate(live, { ...nothing, body }, { ...asking(live, 'template.created'), idempotency })

    const first = await ask()
    const second = await ask()

    expect(second).toBeInstanceOf(Replayed)
    expect((second as Replayed<unknown>).reply).toEqual(first)
  })
})

describe('a change', () => {
  test('of content makes a new version, and the published one stays as it was', async () => {
    const { id } = await create({ text: 'Hello' })
    const [before] = await versionsOf(id)

    const changed = await update(id, { subject: 'New', html: '<i>{{ other }}</i>' })

    expect(changed).toMatchObject({
      version: 2,
      published_version: 2,
      subject: 'New',
      text: 'Hello',
      variables: ['other'],
    })
    expect((await versionsOf(id))[0]).toEqual(before)
    expect(await read(id)).toEqual(changed)
  })

  test('as a draft is not used for emails, and can be changed again and then published', async () => {
    const { id } = await create()

    const draft = await update(id, { subject: 'Draft', status: 'draft' })
    const again = await update(id, { subject: 'Draft again' })
    const published = await update(id, { status: 'published' })
    const next = await update(id, { subject: 'Next' })

    expect(draft).toMatchObject({ status: 'draft', version: 2, published_version: 1 })
    expect(again).toMatchObject({ status: 'draft', version: 2, published_version: 1, subject: 'Draft again' })
    expect(published).toMatchObject({ status: 'published', version: 2, published_version: 2, subject: 'Draft again' })
    expect(next).toMatchObject({ status: 'published', version: 3, published_version: 3 })
    expect((await versionsOf(id)).map(one => one.subject)).toEqual(['Hello {{ name }}', 'Draft again', 'Next'])
  })

  test('that changes nothing makes no version and leaves updated_at unchanged', async () => {
    const template = await create({ description: 'd' })

    const same = { ...content, description: 'd', friendly_name: template.friendly_name, status: 'published' as const }
    expect(await update(template.id, same)).toEqual(template)
    expect(await update(template.id, {})).toEqual(template)
    expect(await versionsOf(template.id)).toHaveLength(1)
  })

  test('of the name or the description alone makes no version', async () => {
    const { id } = await create({ friendly_name: 'before' })

    const renamed = await update(id, { friendly_name: 'After', description: 'why' })

    expect(renamed).toMatchObject({ friendly_name: 'After', description: 'why', version: 1 })
    expect(await update(id, { friendly_name: 'AFTER' })).toMatchObject({ friendly_name: 'AFTER' })
    expect(await create({ friendly_name: 'before' })).toBeDefined()
    const taken = await create()
    await expect(update(taken.id, { friendly_name: 'after' })).rejects.toMatchObject({
      details: [{ path: 'friendly_name' }],
    })
  })

  test('that does not parse changes nothing', async () => {
    const template = await create()
    await expect(update(template.id, { text: '{{' })).rejects.toMatchObject({ details: [{ path: 'text' }] })
    expect(await read(template.id)).toEqual(template)
  })

  test('twenty at once make twenty versions, one after the other', async () => {
    const { id } = await create()

    await Promise.all(Array.from({ length: 20 }, (_, nth) => update(id, { subject: `Number ${nth}` })))

    expect((await versionsOf(id)).map(one => one.version)).toEqual(Array.from({ length: 21 }, (_, nth) => nth + 1))
    expect(await read(id)).toMatchObject({ version: 21, published_version: 21 })
  })
})

describe('mjml', () => {
  const mjml = (inside: string) =>
    `<mjml><mj-body><mj-section><mj-column><mj-text>${inside}</mj-text></mj-column></mj-section></mj-body></mjml>`

  test('is shown as it was written, and published as html', async () => {
    const template = await create({ html: undefined as never, mjml: mjml('Hi {{ name }}') })

    expect(template).toMatchObject({ mjml: mjml('Hi {{ name }}'), variables: ['name'] })
    expect(template).not.toHaveProperty('html')
    expect(await read(template.id)).toEqual(template)
    expect((await versionsOf(template.id))[0]?.html).toContain('Hi {{ name }}')
    const { html } = await preview(template.id, { variables: { name: '<Ada>' } })
    expect(html).toContain('Hi &lt;Ada&gt;')
  })

  test('of a draft is compiled for previews, and when it is published', async () => {
    const { id } = await create()
    await update(id, { mjml: mjml('Draft {{ name }}'), status: 'draft' })
    expect((await preview(id, { variables: { name: 'Ada' } })).html).toContain('Draft Ada')
    expect((await versionsOf(id))[1]?.html).toBeNull()

    await update(id, { status: 'published' })

    expect((await versionsOf(id))[1]?.html).toContain('Draft {{ name }}')
  })
})

describe('a preview', () => {
  test('shows the newest version or the one asked for, and stores nothing', async () => {
    const { id } = await create()
    await update(id, { subject: 'Two', html: '<b>{{ name }}</b>', status: 'draft' })

    expect(await preview(id, { variables: { name: 'Ada' } })).toEqual({ subject: 'Two', html: '<b>Ada</b>' })
    expect(await preview(id, { variables: { name: 'Ada' }, version: 1 })).toEqual({
      subject: 'Hello Ada',
      html: '<p>Ada</p>',
    })
    for (const version of [0, 3, -1, 1.5, 1e300])
      await expect(preview(id, { version })).rejects.toMatchObject({ details: [{ path: 'version' }] })
  })

  test('names what is missing', async () => {
    const { id } = await create()
    await expect(preview(id)).rejects.toMatchObject({ code: 'missing_variable', details: [{ path: 'variables.name' }] })
  })

  test('has the fields of the contact; for an unknown address they are not given', async () => {
    const asked = { email: 'Ada@a.example', first_name: 'Ada' }
    await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now: new Date() }]))
    const { id } = await create({
      subject: 'S',
      html: '{{ contact.first_name }} {{ contact.email }} {{ contact.email_subscribed }} {{ contact.last_name | default: "-" }}',
    })

    expect((await preview(id, { email: 'ada@A.example' })).html).toBe('Ada Ada@a.example true -')
    await expect(preview(id, { email: 'eve@a.example' })).rejects.toMatchObject({
      details: ['first_name', 'email', 'email_subscribed'].map(field => ({ path: `variables.contact.${field}` })),
    })
    const blind = { ...live, permissions: new Set<Permission>(['templates:read']) }
    await expect(preview(id, { email: 'ada@a.example' }, blind)).rejects.toMatchObject({
      code: 'missing_variable',
      message: expect.stringContaining('lacks the permission contacts:read'),
    })
  })
})

describe('a template of another organization', () => {
  test('does not exist, like one with an unknown or impossible id', async () => {
    const { id } = await create()
    const refusal = { code: 'not_found', message: 'No such template.', details: { resource: 'template' } }

    for (const [unknown, caller] of [
      [id, other],
      [nobody, live],
      ['x', live],
    ] as const) {
      await expect(read(unknown, caller)).rejects.toMatchObject(refusal)
      await expect(update(unknown, { subject: 'x' }, caller)).rejects.toMatchObject(refusal)
      await expect(remove(unknown, caller)).rejects.toMatchObject(refusal)
      await expect(preview(unknown, {}, caller)).rejects.toMatchObject(refusal)
    }
    expect((await list({ limit: 100 }, other)).data.map(one => one.id)).not.toContain(id)
    expect(await read(id)).toMatchObject({ version: 1 })
  })
})

test('a deleted template is gone with its versions, and its name is free', async () => {
  const template = await create()
  await update(template.id, { subject: 'Two' })

  await remove(template.id)

  await expect(remove(template.id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await versionsOf(template.id)).toEqual([])
  expect(await create({ friendly_name: template.friendly_name })).toBeDefined()
})

test('the list has every template once, newest first, page by page', async () => {
  const { live: caller } = await createCallers(database)
  const ids: string[] = []
  for (let nth = 0; nth < 5; nth++) ids.unshift((await create({}, caller)).id)
  await update(ids[2] ?? '', { subject: 'Draft', status: 'draft' }, caller)

  const pages = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: 2, ...(cursor && { cursor }) }, caller)
    pages.push(page.data)
    cursor = page.next_cursor
  } while (cursor)

  expect(pages.map(page => page.length)).toEqual([2, 2, 1])
  expect(pages.flat().map(one => one.id)).toEqual(ids)
  expect(pages.flat()[2]).toMatchObject({ subject: 'Draft', status: 'draft', version: 2, published_version: 1 })
  expect(pages.flat()[0]).not.toHaveProperty('html')
})

test('a published draft is compiled while nothing is locked, and again when it has changed meanwhile', async () => {
  const { id } = await create({ status: 'draft' })
  await update(id, { mjml: mjmlSaying('first') })
  const compiled: string[] = []
  const meddling = templateRoutes({
    database,
    clock: () => new Date(++time),
    pager: pager(Buffer.alloc(32, 7)),
    templateText: {
      ...textHere,
      async compileMjml(tenant, source) {
        // Waits for ever if the template is locked.
        if (compiled.push(source) === 1) await update(id, { mjml: mjmlSaying('second'), status: 'draft' })
        return textHere.compileMjml(tenant, source)
      },
    },
  })

  const published = { ...nothing, params: { id }, body: { status: 'published' as const } }
  await meddling.updateTemplate(live, published, asking(live, 'template.updated', id))

  expect(compiled).toEqual([mjmlSaying('first'), mjmlSaying('second')])
  expect((await versionsOf(id)).at(-1)?.html).toContain('second')
})

const mjmlSaying = (word: string) =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${word}</mj-text></mj-column></mj-section></mj-body></mjml>`
