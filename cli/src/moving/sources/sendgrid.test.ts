import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { all, answering } from './answering.fixture.ts'
import { sendgridSource } from './sendgrid.ts'

const table = (...rows: string[]) => gzipSync(['EMAIL,FIRST_NAME,LAST_NAME,CITY,CONTACT_ID,code', ...rows].join('\n'))
const exported = (id: string) => ({ id, status: 'ready', urls: [`https://files.example/${id}.csv.gz`] })
const email = (address: string) => ({ created: 1443651125, email: address, reason: '550 5.1.1' })
const api = answering({
  'v3/marketing/field_definitions': {
    custom_fields: [{ id: 'e1_T', name: 'code', field_type: 'Text' }],
    reserved_fields: [{ id: '_rf0', name: 'first_name', field_type: 'Text' }],
  },
  'v3/marketing/lists?page_size=1000': { result: [{ id: 'l1', name: 'Newsletter', contact_count: 1 }] },
  'v3/asm/groups': [{ id: 7, name: 'Offers', description: 'Weekly', is_default: false, unsubscribes: 1 }],
  'v3/asm/groups/7/suppressions': ['Grace@example.com'],
  'v3/marketing/contacts/exports {"file_type":"csv","max_file_size":40}': { id: 'x1' },
  'v3/marketing/contacts/exports {"file_type":"csv","max_file_size":40,"list_ids":["l1"]}': { id: 'x2' },
  'v3/marketing/contacts/exports/x1': exported('x1'),
  'v3/marketing/contacts/exports/x2': exported('x2'),
  'https://files.example/x1.csv.gz': table(
    'ada@example.com,Ada,,London,c1,0042',
    'grace@example.com,Grace,Hopper,,c2,',
  ),
  'https://files.example/x2.csv.gz': table('ada@example.com,Ada,,London,c1,0042'),
  'v3/suppression/bounces?limit=500&offset=0': [email('b@example.com')],
  'v3/suppression/invalid_emails?limit=500&offset=0': [],
  'v3/suppression/spam_reports?limit=500&offset=0': [email('s@example.com')],
  'v3/suppression/unsubscribes?limit=500&offset=0': [email('u@example.com')],
  'v3/templates?generations=legacy,dynamic&page_size=200': {
    result: [{ id: 'd-1' }],
    _metadata: { next: 'https://api.sendgrid.com/v3/templates?page_token=t2&page_size=200' },
  },
  'v3/templates?generations=legacy,dynamic&page_size=200&page_token=t2': { result: [{ id: 'old' }], _metadata: {} },
  'v3/templates/d-1': {
    ...{ id: 'd-1', name: 'Receipt', generation: 'dynamic' },
    versions: [
      { active: 0, subject: 'Old', html_content: 'old' },
      { active: 1, subject: 'Hi {{name}}', html_content: '{{#if a}}x{{/if}}{{formatDate d "Y"}}', plain_content: '' },
    ],
  },
  'v3/templates/old': { id: 'old', name: 'Legacy', generation: 'legacy', versions: [] },
})
const source = sendgridSource(api, new AbortController().signal)

test('contacts come from an export, with their lists and the groups they left', async () => {
  const [ada, grace] = await all(source.contacts())

  expect(ada).toEqual({
    ...{ email: 'ada@example.com', firstName: 'Ada' },
    ...{ properties: { CITY: 'London', code: '0042' }, topics: { l1: true, 'group 7': true } },
  })
  expect(grace).toMatchObject({ lastName: 'Hopper', properties: {}, topics: { 'group 7': false } })
})

test('fields are the declared ones and built-in ones with a value; the export is requested once', async () => {
  expect(await all(source.fields())).toEqual([
    { name: 'code', type: 'string' },
    { name: 'CITY', type: 'string' },
    { name: 'code', type: 'string' },
  ])
  expect(api.asked.filter(path => path.includes('max_file_size":40}'))).toHaveLength(1)
})

test('groups become default topics, and lists become topics of their members', async () => {
  expect(await all(source.topics())).toEqual([
    { id: 'l1', name: 'Newsletter', isDefault: false },
    { id: 'group 7', name: 'Offers', description: 'Weekly', isDefault: true },
  ])
})

test('suppressions get their reason from their list', async () => {
  expect(await all(source.suppressions())).toEqual([
    { email: 'b@example.com', reason: 'hard_bounce' },
    { email: 's@example.com', reason: 'complaint' },
    { email: 'u@example.com', reason: 'unsubscribe' },
  ])
})

test('the active version of a template is imported, and a legacy template is reported as left out', async () => {
  const [receipt, legacy] = await all(source.templates())

  expect(receipt).toMatchObject({
    ...{ name: 'Receipt', subject: 'Hi {{ name | default: "" }}' },
    ...{ isDraft: true, untranslated: ['{{formatDate d "Y"}}'] },
  })
  expect(legacy).toEqual({ leftOut: 'Legacy', why: expect.stringContaining('legacy') })
})
