import { expect, test } from 'vitest'
import { all, answering } from './answering.fixture.ts'
import { mailgunSource } from './mailgun.ts'

const next = 'https://api.mailgun.net/next'
const source = mailgunSource(
  answering({
    'v4/domains?limit=100&skip=0': { items: [{ name: 'mg.example.com', state: 'active' }], total_count: 1 },
    'v3/lists/pages?limit=100': {
      items: [{ address: 'news@mg.example.com', name: 'News', description: '' }],
      paging: {},
    },
    'v3/lists/news%40mg.example.com/members/pages?limit=100': {
      items: [
        { address: 'ada@example.com', name: 'Ada Lovelace', subscribed: true, vars: { age: 36, nested: { a: 1 } } },
      ],
      paging: { next },
    },
    [next]: {
      items: [{ address: 'left@example.com', name: '', subscribed: false, vars: {} }],
      paging: { next: `${next}2` },
    },
    [`${next}2`]: { items: [], paging: { next } },
    'v3/mg.example.com/bounces?limit=1000': { items: [{ address: 'b@example.com', code: '550' }], paging: {} },
    'v3/mg.example.com/complaints?limit=1000': { items: [{ address: 'c@example.com' }], paging: {} },
    'v3/mg.example.com/unsubscribes?limit=1000': {
      items: [
        { address: 'u@example.com', tags: ['*'] },
        { address: 't@example.com', tags: ['promo'] },
      ],
      paging: {},
    },
    'v3/mg.example.com/templates?limit=100': { items: [{ name: 'welcome', description: '' }], paging: {} },
    'v3/mg.example.com/templates/welcome?active=yes': {
      template: {
        name: 'welcome',
        version: {
          ...{ tag: 'v1', active: true, engine: 'handlebars', headers: { Subject: 'Hi {{name}}' } },
          template: '<a href="%unsubscribe_url%">{{title}}</a>',
        },
      },
    },
  }),
)

test('members of lists become contacts with the topic of the list, and their variables become fields', async () => {
  expect(await all(source.contacts())).toEqual([
    {
      ...{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
      ...{ properties: { age: 36, nested: '{"a":1}' }, topics: { 'news@mg.example.com': true } },
    },
    { email: 'left@example.com', properties: {}, topics: { 'news@mg.example.com': false } },
  ])
  expect(await all(source.fields())).toEqual([
    { name: 'age', type: 'number' },
    { name: 'nested', type: 'string' },
  ])
})

test('a person who unsubscribed from one tag is reported, and not suppressed for everything', async () => {
  expect(await all(source.suppressions())).toEqual([
    { email: 'b@example.com', reason: 'hard_bounce' },
    { email: 'c@example.com', reason: 'complaint' },
    { email: 'u@example.com', reason: 'unsubscribe' },
    { leftOut: 't@example.com', why: expect.stringContaining('the tag promo') },
  ])
})

test('a template has the subject from its headers and our unsubscribe link', async () => {
  expect(await all(source.templates())).toMatchObject([
    {
      name: 'welcome',
      subject: 'Hi {{ name | default: "" }}',
      html: '<a href="{{ unsubscribe_url }}">{{ title | default: "" }}</a>',
    },
  ])
})
