import type { TemplateCreate } from '@posthorn/contract/messages/templates'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#postgres/database.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { createField } from '#resources/audience/fields/create.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { changeTemplate, removeTemplate } from './change.ts'
import { createTemplate } from './create.ts'
import { templateRenderer } from './renderer.ts'
import { compileHere, textHere } from './text-here.fixture.ts'

let database: Database
let live: Caller
let other: Caller
let renderEach: ReturnType<typeof templateRenderer>
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  other = callers.test
  renderEach = templateRenderer(database.db, textHere)
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
let count = 0
const create = (asked: Partial<TemplateCreate> = {}, caller = live) =>
  database.transaction(tx =>
    createTemplate(
      tx,
      caller,
      now,
      {
        friendly_name: `template ${++count}`,
        subject: 'Hi {{ name }}',
        html: '<p>{{ name }}</p>',
        ...asked,
      },
      compileHere,
    ),
  )
const change = (id: string, asked: Parameters<typeof changeTemplate>[4]) =>
  database.transaction(tx => changeTemplate(tx, live, now, id, asked, compileHere))
const wanted = (template: { id: string } | { friendlyName: string }, variables = {}, caller = live) => ({
  organizationId: caller.organizationId,
  environmentId: caller.environmentId,
  template,
  variables,
  recipient: 'ada@a.example',
  mayReadContacts: true,
})

test('each email gets its own content, in the order asked, and a refusal affects no other', async () => {
  const one = await create()
  const two = await create({
    friendly_name: 'Second',
    html: undefined as never,
    text: '{{ a }} {{ b }}',
    subject: 'Two',
  })
  const draft = await create({ status: 'draft' })
  const foreign = await create({}, other)
  const hanging = await create({ html: '{% for i in (1..99999) %}{% for j in (1..99999) %}{% endfor %}{% endfor %}' })

  const verdicts = await renderEach([
    wanted({ id: one.id }, { name: 'Ada' }),
    wanted({ friendlyName: 'sECOND' }, { a: 1, b: 2 }),
    wanted({ friendlyName: 'second' }),
    wanted({ id: draft.id }),
    wanted({ id: foreign.id }),
    wanted({ id: 'not an id' }),
    wanted({ friendlyName: 'nobody' }),
    wanted({ id: hanging.id }, { name: 'x' }),
    wanted({ id: one.id }, { name: '<Bob>' }),
  ])

  expect(verdicts).toEqual([
    { templateId: one.id, subject: 'Hi Ada', html: '<p>Ada</p>', text: null },
    { templateId: two.id, subject: 'Two', html: null, text: '1 2' },
    expect.objectContaining({ code: 'missing_variable' }),
    refused('template_id', 'PUT /v1/templates/{id}'),
    refused('template_id', 'GET /v1/templates'),
    refused('template_id', 'GET /v1/templates'),
    refused('template_friendly_name', 'GET /v1/templates'),
    refused('html', 'longer than 50 ms'),
    { templateId: one.id, subject: 'Hi <Bob>', html: '<p>&lt;Bob&gt;</p>', text: null },
  ])
})

const refused = (path: string, advice: string) =>
  expect.objectContaining({ code: 'validation_error', details: [{ path, message: expect.stringContaining(advice) }] })

test('emails are made from the currently published version, not an earlier one or a draft', async () => {
  const { id } = await create({ html: 'one' })
  const html = async () => (await renderEach([wanted({ id }, { name: 'x' })]))[0]
  expect(await html()).toMatchObject({ html: 'one' })

  await change(id, { html: 'two', status: 'draft' })
  expect(await html()).toMatchObject({ html: 'one' })

  await change(id, { status: 'published' })
  expect(await html()).toMatchObject({ html: 'two' })

  await database.transaction(tx => removeTemplate(tx, live, id))
  expect(await html()).toMatchObject({ code: 'validation_error' })
})

test('the same name in two environments is two templates', async () => {
  await create({ friendly_name: 'shared', html: 'live' })
  await create({ friendly_name: 'shared', html: 'test' }, other)
  const template = { friendlyName: 'shared' }

  const verdicts = await renderEach([wanted(template, { name: 'x' }), wanted(template, { name: 'x' }, other)])

  expect(verdicts).toMatchObject([{ html: 'live' }, { html: 'test' }])
})

test('a template prints the properties of the recipient, and fallbacks for those that are missing', async () => {
  const caller = (await createCallers(database)).live
  const declare = (asked: Parameters<typeof createField>[3]) =>
    database.transaction(tx => createField(tx, caller, now, asked))
  await declare({ key: 'plan', type: 'string', fallback: 'free' })
  await declare({ key: 'seats', type: 'number', fallback: 1 })
  await declare({ key: 'vip', type: 'boolean' })
  const asked = { email: 'ADA@a.example', properties: { plan: 'pro' } }
  await database.transaction(tx => createContacts(tx, [{ caller, asked, now }]))
  const prints = async (html: string) =>
    renderEach([wanted({ id: (await create({ subject: 'S', html }, caller)).id }, {}, caller)])

  expect(await prints('{{ contact.properties.plan }} {{ contact.properties.seats }}')).toMatchObject([
    { html: 'pro 1' },
  ])
  expect(await prints('{{ contact.properties.vip }}')).toMatchObject([
    { code: 'missing_variable', details: [{ path: 'variables.contact.properties.vip' }] },
  ])
})

test('the contact of a recipient is found by its address, in its own environment; given variables win', async () => {
  const asked = { email: 'ADA@a.example', first_name: 'Ada', phone_number: '+14155550199' }
  await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now }]))
  const source = { subject: 'S', html: '{{ contact.first_name }} {{ contact.phone_number }}' }
  const { id } = await create(source)
  const foreign = await create(source, other)

  const sending = { ...wanted({ id }), mayReadContacts: false }
  const [known, stranger, given, elsewhere, forbidden, own] = await renderEach([
    wanted({ id }),
    { ...wanted({ id }), recipient: 'eve@a.example' },
    wanted({ id }, { contact: { first_name: 'Eve', phone_number: 1 } }),
    wanted({ id: foreign.id }, {}, other),
    sending,
    { ...sending, variables: { contact: { first_name: 'Eve', phone_number: 1 } } },
  ])

  expect(known).toMatchObject({ html: 'Ada +14155550199' })
  expect(stranger).toMatchObject({
    details: [{ path: 'variables.contact.first_name' }, { path: 'variables.contact.phone_number' }],
  })
  expect(given).toMatchObject({ html: 'Eve 1' })
  expect(elsewhere).toMatchObject({ code: 'missing_variable', message: expect.not.stringContaining('contacts:read') })
  const lacking = expect.stringContaining('lacks the permission contacts:read')
  expect(forbidden).toMatchObject({
    code: 'missing_variable',
    message: lacking,
    details: ['first_name', 'phone_number'].map(name => ({ path: `variables.contact.${name}`, message: lacking })),
  })
  expect(own).toMatchObject({ html: 'Eve 1' })
})

test('recipient links are placeholder addresses until the copy is composed', async () => {
  const html = '<a href="{{ unsubscribe_url }}">no more</a> <a href="{{ preferences_url }}">less</a>'
  const { id } = await create({ subject: 'S', html, text: '{{ unsubscribe_url }}' })

  expect(await renderEach([wanted({ id })])).toEqual([
    {
      templateId: id,
      subject: 'S',
      html: '<a href="https://unsubscribe.posthorn.invalid/">no more</a> <a href="https://preferences.posthorn.invalid/">less</a>',
      text: 'https://unsubscribe.posthorn.invalid/',
    },
  ])
})

test('nothing wanted is nothing rendered', async () => {
  expect(await renderEach([])).toEqual([])
})
