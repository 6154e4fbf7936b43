import type { TemplateCreate, TemplateUpdate } from '@posthorn/contract/messages/templates'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Member } from '#core/visitor.ts'
import type { Database } from '#postgres/database.ts'
import { asking } from '../../../../testing/asking.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { changeTemplate } from './change.ts'
import { templateConsoleRoutes } from './console-routes.ts'
import { createTemplate } from './create.ts'
import { previewTemplate } from './preview.ts'
import { readTemplate } from './read.ts'
import { compileHere, textHere } from './text-here.fixture.ts'

let database: Database
let live: Member
let other: Member
let routes: ReturnType<typeof templateConsoleRoutes>
let time = Date.parse('2026-11-15T12:00:00.000Z')
const clock = () => new Date(++time)
const visitor = { cookie: '', address: '', userAgent: '', setCookies() {} }
const person = { id: '', name: 'Ada', email: 'ada@example.com', hasTotp: false }
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = { ...callers.live, person, role: 'developer' }
  other = { ...callers.test, person, role: 'owner' }
  routes = templateConsoleRoutes({ database, clock, templateText: textHere })
})
afterAll(() => database[Symbol.asyncDispose]())

let count = 0
const create = (content: Omit<TemplateCreate, 'friendly_name'>) =>
  database.transaction(tx =>
    createTemplate(tx, live, clock(), { friendly_name: `template ${++count}`, ...content }, compileHere),
  )
const change = (id: string, asked: TemplateUpdate) =>
  database.transaction(tx => changeTemplate(tx, live, clock(), id, asked, compileHere))
const nothing = { query: undefined, body: undefined }
const version = (id: string, version: number | string, member = live) =>
  routes.getTemplateVersion(member, { ...nothing, params: { id, version: String(version) } })
const restore = (id: string, version: number | string, member = live) =>
  routes.restoreTemplateVersion(
    member,
    { ...nothing, params: { id, version: String(version) } },
    { visitor, ...asking(member, 'template.version_restored', id) },
  )

const mjml =
  '<mjml><mj-body><mj-section><mj-column><mj-text>{{ name }}</mj-text></mj-column></mj-section></mj-body></mjml>'

test('an older version is read as it was written, mjml as mjml', async () => {
  const { id } = await create({ subject: 'One {{ code }}', mjml, text: 'First' })
  await change(id, { subject: 'Two', html: '<p>Two</p>' })
  await change(id, { subject: 'Three', status: 'draft' })

  const first = await version(id, 1)

  expect(first).toEqual({
    version: 1,
    status: 'published',
    subject: 'One {{ code }}',
    mjml,
    text: 'First',
    variables: ['code', 'name'],
    created_at: expect.stringMatching(/Z$/),
    published_at: expect.stringMatching(/Z$/),
  })
  expect(await version(id, 2)).toMatchObject({ subject: 'Two', html: '<p>Two</p>', variables: [] })
  expect(await version(id, 3)).toMatchObject({ subject: 'Three', status: 'draft', published_at: null })
})

test('a version is restored as a draft, without parts that it did not have, and nothing that is sent changes', async () => {
  const { id } = await create({ subject: 'One', mjml })
  await change(id, { subject: 'Two', html: '<p>Two</p>', text: 'Second' })

  const back = await restore(id, 1)

  expect(back).toMatchObject({ status: 'draft', version: 3, published_version: 2, subject: 'One', mjml })
  expect(back).not.toHaveProperty('text')
  expect(back).not.toHaveProperty('html')
  const { createdAt, ...read } = await readTemplate(database.db, live, id)
  expect(read).toMatchObject({ version: 3, content: { subject: 'One', mjml, html: null, text: null } })
  expect(read.updatedAt.getTime()).toBeGreaterThan(createdAt.getTime())
  expect((await previewTemplate(database.db, textHere, live, id, { version: 2 })).subject).toBe('Two')
  const { html } = await previewTemplate(database.db, textHere, live, id, { variables: { name: 'Ada' } })
  expect(html).toContain('Ada')
})

test('it replaces an existing draft', async () => {
  const { id } = await create({ subject: 'One', html: '<p>One</p>' })
  await change(id, { subject: 'Two' })
  await change(id, { subject: 'Draft', text: 'Draft', status: 'draft' })

  expect(await restore(id, 1)).toMatchObject({ status: 'draft', version: 3, published_version: 2, subject: 'One' })
  await expect(version(id, 4)).rejects.toMatchObject({ code: 'not_found' })
})

test('a version with the content of the newest one is not restored', async () => {
  const { id } = await create({ subject: 'One', html: '<p>One</p>' })
  await change(id, { subject: 'Two' })
  const newest = await change(id, { subject: 'One' })

  expect(await restore(id, 1)).toMatchObject({ status: 'published', version: 3 })
  expect(await readTemplate(database.db, live, id)).toEqual(newest)
})

test('two concurrent restores make one draft', async () => {
  const { id } = await create({ subject: 'One', html: '<p>One</p>' })
  await change(id, { subject: 'Two' })
  await change(id, { subject: 'Three' })

  const both = await Promise.all([restore(id, 1), restore(id, 2)])

  expect(both.map(one => [one.version, one.status])).toEqual([
    [4, 'draft'],
    [4, 'draft'],
  ])
})

test.each(['0', '2', '-1', '1.5', '1e0', '01', ' 1', '', 'x', '9'.repeat(40)])(
  'there is no version “%s”',
  async number => {
    const { id } = await create({ subject: 'One', html: '<p>One</p>' })
    const refusal = { code: 'not_found', details: { resource: 'template_version' } }

    await expect(version(id, number)).rejects.toMatchObject(refusal)
    await expect(restore(id, number)).rejects.toMatchObject(refusal)
  },
)

test('versions of a template of another organization do not exist, like those of no template', async () => {
  const { id } = await create({ subject: 'One', html: '<p>One</p>' })
  await change(id, { subject: 'Two' })
  const refusal = { code: 'not_found', message: 'No such template.', details: { resource: 'template' } }

  for (const [unknown, member] of [
    [id, other],
    ['01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11', live],
    ['x', live],
  ] as const) {
    await expect(version(unknown, 1, member)).rejects.toMatchObject(refusal)
    await expect(restore(unknown, 1, member)).rejects.toMatchObject(refusal)
  }
  expect(await readTemplate(database.db, live, id)).toMatchObject({ version: 2 })
})
