import { expect, test } from 'vitest'
import { type Done, type PreferencesPage, preferencesPage } from './preferences-page.ts'

const news = { id: 'topic-1', name: 'Product news', description: null, subscribed: true, pending: false }
const offers = { ...news, id: 'topic-2', name: 'Offers' }
const plain: PreferencesPage = {
  brand: { name: 'Acme', color: null, website: null, logo: null },
  unsubscribeWords: null,
  confirmationWords: null,
  address: 'ada@example.com',
  isSubscribed: true,
  topics: [news, offers],
  topicId: news.id,
}
const show = (change: Partial<PreferencesPage> = {}, done?: Done) =>
  preferencesPage({ ...plain, ...change }, '/font.woff2', done)
const buttonsIn = (page: string) =>
  Array.from(page.matchAll(/<button name="do" value="([^"]*)"( class="main")?>([^<]*)</g), ([, action, main, label]) =>
    [main ? '!' : '', action, ': ', label].join(''),
  )
const left = { ...news, subscribed: false }

test.each([
  [
    'about a topic',
    {},
    ['!left-topic: Unsubscribe from Product news', 'saved: Save', 'left: Unsubscribe from everything'],
  ],
  ['about no topic', { topicId: null }, ['!left: Unsubscribe from everything', 'saved: Save']],
  ['about a deleted topic', { topicId: 'gone' }, ['!left: Unsubscribe from everything', 'saved: Save']],
  ['without any topics', { topicId: null, topics: [] }, ['!left: Unsubscribe']],
  ['to a person who unsubscribed from everything', { isSubscribed: false }, ['came-back: Subscribe again']],
  [
    'about an unsubscribed topic',
    { topics: [left, offers] },
    ['joined-topic: Subscribe again', 'saved: Save', 'left: Unsubscribe from everything'],
  ],
])('an email %s has these buttons', (_, change, expected) => {
  expect(buttonsIn(show(change))).toEqual(expected)
})

test('a topic that waits for a confirmation says so, and is not ticked', () => {
  const waiting = 'Waits for your confirmation'
  const page = show({ topics: [news, { ...offers, subscribed: false, pending: true }] })

  expect(page).toMatch(new RegExp(`value="topic-2">\\s*<span>Offers<span>${waiting}`))
  expect(show()).not.toContain(waiting)
})

test('unsubscribing can be undone right away', () => {
  const page = show({ topics: [left, offers] }, 'left-topic')

  expect(page).toContain('<div role="status"><h1>You are unsubscribed from Product news.</h1></div>')
  expect(buttonsIn(page)[0]).toBe('joined-topic: Undo')
  expect(buttonsIn(show({ isSubscribed: false }, 'left'))).toEqual(['came-back: Undo'])
})

test('the organization has a message before unsubscribing and one after subscribing again', () => {
  const words = { unsubscribeWords: 'Once a month at most.', confirmationWords: 'Good to have you back!' }

  expect(show(words)).toContain('<p>Once a month at most.</p>')
  expect(show(words)).not.toContain('Good to have you back')
  const back = show(words, 'joined-topic')
  expect(back).toContain('<div role="status"><h1>You are subscribed to Product news again.</h1></div>')
  expect(back).toContain('<p>Good to have you back!</p>')
  expect(back).not.toMatch(/Once a month|class="main"/)
})

test('the page has the logo, color and website of the organization, and readable text on that color', () => {
  const logo = { path: '/u/logo/abc', width: 300, height: 100 }
  const page = show({ brand: { name: 'Acme', color: '#ffd400', website: 'https://acme.test/shop', logo } })

  expect(page).toContain('--brand:#ffd400;--on-brand:#000000')
  expect(page).toContain('<img src="/u/logo/abc" width="300" height="100" alt="Acme">')
  expect(page).toContain('<a href="https://acme.test/shop" rel="noreferrer noopener">acme.test</a>')
})

test('everything from the organization is text, and loads and runs nothing', () => {
  const evil = '"><script src=https://evil.test></script><style>*{}</style>'
  const page = show({
    brand: {
      name: evil,
      color: '#000000}</style><script>x()</script>',
      website: 'javascript:alert(1)',
      logo: { path: evil, width: 1, height: 1 },
    },
    unsubscribeWords: evil,
    address: evil,
    topics: [{ id: evil, name: evil, description: evil, subscribed: true, pending: false }],
    topicId: evil,
  })

  expect(page).not.toMatch(/<script|javascript:/i)
  expect(page.match(/<\/?style>/g)).toEqual(['<style>', '</style>'])
  expect(page.match(/url\("([^"]*)"\)/g)).toEqual(['url("/font.woff2")'])
})

test('a page without a logo has an icon, too, so that no browser requests a missing one', () => {
  const logo = { path: '/logo.png', width: 10, height: 10 }
  const iconOf = (page: string) => /<link rel="icon" href="([^"]*)">/.exec(page)?.[1]

  expect([iconOf(show()), iconOf(show({ brand: { ...plain.brand, logo } }))]).toEqual(['data:,', '/logo.png'])
})
