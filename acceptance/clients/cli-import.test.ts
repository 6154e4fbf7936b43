/** The data of another service is imported through its API, and a second run finds nothing to do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ContactTopic } from '@posthorn/contract/audience/contact-bulk'
import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Suppression } from '@posthorn/contract/audience/suppressions'
import type { Template, TemplateListItem } from '@posthorn/contract/messages/templates'
import { beforeAll, expect, inject, test } from 'vitest'
import { startProvider } from '../doors/provider-stand-in.ts'
import { client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization, type Organization } from '../service/operator.ts'
import { posthorn } from './cli-terminal.ts'

const { url, dataDir } = inject('service')
let organization: Organization
beforeAll(async () => {
  organization = await createOrganization(dataDir, 'enterprise')
})

const list = (data: unknown[], has_more = false) => ({ body: { object: 'list', has_more, data } })

const resend = (ada: string, grace: string, gone: string) => ({
  'GET /contact-properties': list([
    { id: 'p1', key: 'plan', object: 'contact_property', type: 'string', fallback_value: 'free' },
  ]),
  'GET /topics': list([{ id: 't1', name: 'Product news', description: 'Monthly', default_subscription: 'opt_in' }]),
  'GET /contacts?limit=100': list(
    [{ id: 'c1', email: ada, first_name: 'Ada', last_name: null, unsubscribed: false }],
    true,
  ),
  'GET /contacts?limit=100&after=c1': list([
    { id: 'c2', email: grace, first_name: null, last_name: 'Hopper', unsubscribed: true },
    { id: 'c3', email: 'nobody', first_name: null, last_name: null, unsubscribed: false },
  ]),
  // The first request is too fast for it.
  'GET /contacts/c1': (_: unknown, nth: number) =>
    nth === 0
      ? { status: 429, headers: { 'retry-after': '0' }, body: { statusCode: 429, name: 'rate_limit_exceeded' } }
      : { body: { object: 'contact', id: 'c1', properties: { plan: { type: 'string', value: 'pro' } } } },
  'GET /contacts/c2': { body: { object: 'contact', id: 'c2', properties: {} } },
  'GET /contacts/c3': { body: { object: 'contact', id: 'c3', properties: {} } },
  'GET /contacts/c1/topics': list([{ id: 't1', name: 'Product news', subscription: 'opt_in' }]),
  'GET /contacts/c2/topics': list([{ id: 't1', name: 'Product news', subscription: 'opt_out' }]),
  'GET /contacts/c3/topics': list([]),
  'GET /templates': list([{ id: 'm1', name: 'Welcome', alias: 'welcome' }]),
  'GET /templates/m1': {
    body: {
      ...{ object: 'template', id: 'm1', name: 'Welcome', alias: 'welcome', status: 'published' },
      ...{ subject: 'Hello {{{NAME}}}', html: '<p>Hello {{{NAME}}}</p>', text: null },
      variables: [{ key: 'NAME', type: 'string', fallback_value: 'there' }],
    },
  },
  'GET /suppressions': list([{ id: 's1', email: gone, origin: 'bounce', source_id: null, created_at: '2026-01-01' }]),
})

test('everything is imported from Resend, a dry run writes nothing, and a second run changes nothing', async () => {
  const [ada, grace, gone] = [newEmail('ada'), newEmail('grace'), newEmail('gone')]
  await using provider = await startProvider(resend(ada, grace, gone))
  const env = { POSTHORN_URL: url, POSTHORN_API_KEY: organization.test_key, RESEND_API_KEY: 're_old' }
  const words = ['import', 'resend', '--from', provider.url, '--json']
  const ours = client(url, organization.test_key)
  const refused = [{ kind: 'contacts', what: 'nobody', why: expect.stringContaining('not an email address') }]
  const counted = (taken: 'new' | 'unchanged', contacts: number) => ({
    fields: { new: 0, changed: 0, unchanged: 0, refused: 0, [taken]: 1 },
    topics: { new: 0, changed: 0, unchanged: 0, refused: 0, [taken]: 1 },
    contacts: { new: 0, changed: 0, unchanged: 0, refused: 1, [taken]: contacts },
    templates: { new: 0, changed: 0, unchanged: 0, refused: 0, [taken]: 1 },
    suppressions: { new: 0, changed: 0, unchanged: 0, refused: 0, [taken]: 1 },
  })

  const dry = await posthorn(env, [...words, '--dry-run'])
  const afterDry = await Promise.all(
    ['contacts', 'templates', 'suppressions', 'topics'].map(noun => readAll(ours, `/v1/${noun}`)),
  )
  const first = await posthorn(env, words)
  const second = await posthorn(env, words)

  expect(JSON.parse(dry.out)).toMatchObject({ dry_run: true, ...counted('new', 2), refusals: refused })
  expect(afterDry).toEqual([[], [], [], []])
  expect(first.code).toBe(1)
  expect(JSON.parse(first.out)).toMatchObject({ dry_run: false, ...counted('new', 2), refusals: refused })
  expect(first.err).toContain('contacts: 3')
  expect(JSON.parse(second.out)).toMatchObject(counted('unchanged', 2))

  const people = await readAll<Contact>(ours, '/v1/contacts')
  expect(people.find(one => one.email === ada)).toMatchObject({ first_name: 'Ada', properties: { plan: 'pro' } })
  expect(people.find(one => one.email === grace)).toMatchObject({ last_name: 'Hopper', email_subscribed: false })
  const topicsOf = async (email: string) => {
    const id = people.find(one => one.email === email)?.id
    return (await readAll<ContactTopic>(ours, `/v1/contacts/${id}/topics`)).map(({ name, subscribed }) => [
      name,
      subscribed,
    ])
  }
  expect(await topicsOf(ada)).toEqual([['Product news', true]])
  expect(await topicsOf(grace)).toEqual([['Product news', false]])
  const { body: template } = await ours.get<Template>('/v1/templates/welcome')
  expect(template).toMatchObject({ status: 'published', html: '<p>Hello {{ NAME | default: "there" | raw }}</p>' })
  expect(await readAll<Suppression>(ours, '/v1/suppressions')).toMatchObject([{ email: gone, reason: 'hard_bounce' }])

  await ours.put(`/v1/templates/${template.id}`, { subject: 'Mine' })
  const left = JSON.parse((await posthorn(env, [...words, '--only', 'templates'])).out)
  const replaced = JSON.parse((await posthorn(env, [...words, '--only', 'templates', '--replace'])).out)
  expect(left).toMatchObject({ templates: { unchanged: 1 }, notes: [expect.stringContaining('--replace')] })
  expect(left).not.toHaveProperty('contacts')
  expect(replaced).toMatchObject({ templates: { changed: 1, unchanged: 0 } })
  expect((await ours.get<Template>('/v1/templates/welcome')).body.subject).toContain('Hello')
  const keys = new Set(provider.asked.map(({ headers }) => headers.authorization))
  expect([...keys]).toEqual(['Bearer re_old'])
})

test('listmonk: lists become topics for those who joined, attributes become fields, and templates with Go tags become drafts', async () => {
  const [ada, grace] = [newEmail('ada'), newEmail('grace')]
  const { test_key } = await createOrganization(dataDir, 'enterprise')
  const member = (id: number, email: string, name: string, more: object) => ({
    id,
    email,
    name,
    status: 'enabled',
    ...more,
  })
  const paged = (results: unknown[]) => ({ body: { data: { results, total: results.length, per_page: 500, page: 1 } } })
  await using provider = await startProvider({
    'GET /api/lists': paged([
      { id: 1, name: 'Weekly', optin: 'double' },
      { id: 2, name: 'Offers', optin: 'single' },
    ]),
    'GET /api/subscribers': paged([
      member(1, ada, 'Ada King Lovelace', {
        attribs: { city: 'London', seats: 3 },
        lists: [
          { id: 1, subscription_status: 'unconfirmed' },
          { id: 2, subscription_status: 'unconfirmed' },
        ],
      }),
      member(2, grace, 'Grace', {
        attribs: {},
        status: 'blocklisted',
        lists: [{ id: 2, subscription_status: 'unsubscribed' }],
      }),
    ]),
    'GET /api/bounces': paged([{ email: ada, type: 'soft' }]),
    'GET /api/templates': {
      body: {
        data: [
          { id: 1, name: 'Frame', type: 'campaign', body: '{{ template "content" . }}' },
          {
            id: 2,
            name: 'Receipt',
            type: 'tx',
            subject: 'Hi {{ .Subscriber.FirstName }}',
            body: '<p>{{ .Tx.Data.total }}{{ if .x }}!{{ end }}</p>',
          },
        ],
      },
    },
  })
  const env = { POSTHORN_URL: url, POSTHORN_API_KEY: test_key, LISTMONK_API_KEY: 'api:token' }

  const { out } = await posthorn(env, ['import', 'listmonk', '--from', provider.url])

  expect(out).toMatch(/fields +2 +0 +0 +0\n/)
  expect(out).toMatch(/contacts +2 +0 +0 +0\n/)
  expect(out).toMatch(/templates: Frame: .*campaigns/)
  expect(out).toMatch(/"Receipt" is a draft: 2 tags/)
  const ours = client(url, test_key)
  const people = await readAll<Contact>(ours, '/v1/contacts')
  const lovelace = people.find(one => one.email === ada)
  expect(lovelace).toMatchObject({
    first_name: 'Ada',
    last_name: 'King Lovelace',
    properties: { city: 'London', seats: 3 },
  })
  const topics = await readAll<ContactTopic>(ours, `/v1/contacts/${lovelace?.id}/topics?subscribed=true`)
  expect(topics.map(({ name }) => name)).toEqual(['Offers'])
  expect(await readAll(ours, '/v1/suppressions')).toMatchObject([{ email: grace, reason: 'unsubscribe' }])
  expect(await readAll<TemplateListItem>(ours, '/v1/templates')).toMatchObject([
    { friendly_name: 'Receipt', status: 'draft' },
  ])
  expect(provider.asked[0]?.headers.authorization).toBe('token api:token')
})

test('exported files are imported without asking the other service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-import-'))
  const [ada, gone] = [newEmail('ada'), newEmail('gone')]
  const { test_key } = await createOrganization(dataDir, 'enterprise')
  const [people, list] = [join(folder, 'people.csv'), join(folder, 'bounces.csv')]
  writeFileSync(people, `EMAIL,FIRST_NAME,plan\n${ada},Ada,pro\n`)
  writeFileSync(list, `email,reason\n${gone},550 no such user\n`)
  const env = { POSTHORN_URL: url, POSTHORN_API_KEY: test_key }
  const words = ['import', 'sendgrid', '--contacts', people, '--suppressions', list]

  const dry = await posthorn(env, [...words, '--dry-run', '--json'])
  const { code, out, err } = await posthorn(env, words)
  rmSync(folder, { recursive: true })

  expect(err).toContain('contacts: 1')
  expect(JSON.parse(dry.out)).toMatchObject({ fields: { new: 1 }, contacts: { new: 1 }, suppressions: { new: 1 } })
  expect(code).toBe(0)
  expect(out).toMatch(/fields +1 .*\ncontacts +1 .*\nsuppressions +1 /)
  const ours = client(url, test_key)
  expect(await readAll(ours, '/v1/contacts')).toMatchObject([
    { email: ada, first_name: 'Ada', properties: { plan: 'pro' } },
  ])
  expect(await readAll(ours, '/v1/suppressions')).toMatchObject([{ email: gone, reason: 'hard_bounce' }])
})
