import { errors } from '@posthorn/contract/errors'
import { allOperations } from '@posthorn/contract/operations'
import { describe, expect, test } from 'vitest'
import { renderReference } from './reference.ts'

const built = allOperations.filter(({ id, tag }) => ['Contacts', 'Topics'].includes(tag) || id === 'getRateLimit')
const missing = allOperations.filter(operation => !built.includes(operation)).map(({ id }) => id)

const read = (notBuiltYet: readonly string[]) => {
  const page = renderReference({ operations: allOperations, errors, baseUrl: 'http://h.test', notBuiltYet })
  const [guide = ''] = page.slice(page.indexOf('<main>')).split('<section class="chapter"')
  return { menu: page.slice(page.indexOf('<nav'), page.indexOf('</nav>')), guide: textOf(guide) }
}

const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')

/** The operations that the examples of a text call, in order. */
const calledIn = (text: string) =>
  [...text.matchAll(/curl (?:-X (\w+) )?'?http:\/\/h\.test([^\s?']+)/g)].map(
    ([, method = 'GET', path]) => allOperations.find(one => one.method === method && one.path === path)?.id,
  )

const markedIn = (menu: string) =>
  [...menu.matchAll(/<li><a href="#([\w-]+)".*?<\/li>/g)]
    .filter(([entry]) => textOf(entry).endsWith('soon: not built yet'))
    .map(([, id]) => id)

describe('while operations are missing', () => {
  const { menu, guide } = read(missing)

  test('no example of the guide uses one', () => {
    expect(calledIn(guide)).toEqual(['createContact', 'createContact', 'listContacts'])
  })

  test('the menu marks each of them, and the guide to what they do', () => {
    expect(markedIn(menu)).toEqual(['webhook-events', ...missing])
  })

  test('the introduction says which groups are built and which are not', () => {
    expect(guide).toContain('Built so far: Contacts, Topics and part of Account.')
    expect(guide).toContain(
      'answering 501 until then: Emails, SMS, Templates, Suppressions, Workflows, Webhooks, Events and the rest of Account.',
    )
  })

  test('a section about what they do says that it is to come', () => {
    expect(guide).toContain('Testing outcomes Still to come in a later version: Send an email and Send a text message.')
    expect(guide).toContain('Webhook events Still to come in a later version: Create a webhook.')
  })
})

test('a note names only what is missing', () => {
  const { guide } = read(['sendSms'])

  expect(guide).toContain('Testing outcomes Still to come in a later version: Send a text message.')
  expect(guide).not.toContain('Webhook events Still to come')
})

test('where nothing is built, nothing is called built', () => {
  expect(read(allOperations.map(({ id }) => id)).guide).not.toContain('Built so far')
})

describe('once all are built', () => {
  const { menu, guide } = read([])

  test('the guide begins with sending an email', () => {
    expect(calledIn(guide)).toEqual(['sendEmail', 'createContact', 'listContacts'])
  })

  test('nothing is marked and no note is left', () => {
    expect(markedIn(menu)).toEqual([])
    expect(menu).not.toContain('soon')
    expect(guide).not.toMatch(/Built so far|later version|until then/)
  })
})
