/** A broadcast as somebody makes it who never touches the keyboard. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Client } from '../http-client/client.ts'
import { beyondEdge, changeTheme, desktop, keepPicture, phone, press, seriousFaults } from './page.ts'

/** What an organization has before its first broadcast of the season: a topic, a template, and one that was begun. */
export async function prepareSeason(live: Client): Promise<void> {
  await live.post('/v1/topics', { name: 'Season', is_default_topic: true })
  await live.post('/v1/templates', {
    friendly_name: 'Season',
    subject: 'Colors for {{ contact.first_name }}',
    html: '<h1>Hello {{ contact.first_name }}</h1><p>You like {{ contact.properties.favorite_color }}: <a href="https://acme.test/colors">see more</a>.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    status: 'published',
  })
  await live.post('/v1/broadcasts', { name: 'Last season', from: 'Acme <news@acme.test>' })
}

const file = [
  'Mail;Vorname;Favorite color;Size',
  'ida@season.example.com;Ida;green;36',
  'otto@season.example.com;Otto;blue;44',
  'una@season.example.com;Una;red;39',
].join('\r\n')

/** From a file with columns that nobody knows to contacts with fields. */
export async function importSeason(page: Page): Promise<void> {
  await page.goto('/contacts')
  await press(page, 'Import')
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'season.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByLabel('Favorite color becomes').selectOption({ label: 'New field: favorite_color' })
  await page.getByLabel('Size becomes').selectOption({ label: 'New field: size' })
  await press(page, 'Import 3 rows')
  await page.getByText('Finished all 3 rows.').waitFor()
  await press(page, 'Done')
}

/** Writes it, looks at it, and sends it. */
export async function sendSeason(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Broadcasts', exact: true }).click()
  await press(page, 'New broadcast')
  await press(page, 'Create draft')
  await page.getByText('No audience selected yet').waitFor()
  await page.getByRole('status').getByText('Choose an audience', { exact: true }).waitFor()
  const problems = page.getByRole('list', { name: 'Fix before sending' }).getByRole('listitem')
  expect((await problems.allInnerTexts()).map(text => text.trim())).toEqual(
    expect.arrayContaining(['Choose an audience', 'Add content']),
  )
  await press(page, 'Topic')
  await page.getByLabel('Topic', { exact: true }).selectOption({ label: 'Season' })
  await page.getByRole('status').getByText('3 recipients', { exact: true }).waitFor()
  await press(page, 'Template')
  await page.getByLabel('Template', { exact: true }).selectOption({ label: 'Season' })
  const preview = page.frameLocator('iframe[title^="Preview"]')
  await preview.getByText(/You like (green|blue|red)/).waitFor()
  await page.getByRole('switch', { name: 'Track clicks' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.evaluate("document.querySelector('#main').scrollTo(0, 0)")
  await keepPicture(page, 'broadcast-composer')
  expect(await seriousFaults(page, 'all')).toEqual([])
  await press(page, 'Dark')
  await press(page, 'Phone')
  await changeTheme(page, 'dark')
  await keepPicture(page, 'broadcast-composer-dark')
  expect(await seriousFaults(page, 'colors')).toEqual([])
  await page.setViewportSize(phone)
  await keepPicture(page, 'broadcast-composer-phone')
  expect(await beyondEdge(page)).toBe(0)
  await page.setViewportSize(desktop)
  await changeTheme(page, 'light')

  await press(page, 'Send…')
  await page.getByRole('dialog', { name: 'Send to 3 recipients?' }).waitFor()
  await keepPicture(page, 'broadcast-confirm')
  expect(await seriousFaults(page, 'all')).toEqual([])
  await press(page, 'Send to 3 recipients')
}

/** What came of it, on its page and in the list. */
export async function followSeason(page: Page): Promise<void> {
  await page.getByText('Completed', { exact: true }).waitFor()
  const funnel = page.getByRole('list', { name: 'Funnel' })
  await funnel
    .getByRole('listitem')
    .filter({ hasText: /Delivered\s*3 100 %/ })
    .waitFor()
  // This service captures, and every captured message counts as delivered.
  await page.getByText('Captured, not delivered').waitFor()
  await keepPicture(page, 'broadcast-results')
  expect(await seriousFaults(page, 'all')).toEqual([])
  await page.getByRole('tab', { name: 'Recipients' }).click()
  await page.getByRole('row', { name: 'una@season.example.com' }).getByText('Delivered').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Broadcasts' }).click()
  const bar = page.getByRole('row', { name: 'Broadcast of' }).getByRole('progressbar').last()
  expect(await bar.getAttribute('aria-valuenow')).toBe('3')
}

/** One that would take an hour is stopped, gets another pace and limit, goes on, and is called off. */
export async function stopSlowOne(page: Page, live: Client): Promise<void> {
  const { body } = await live.post<{ id: string }>('/v1/broadcasts', {
    ...{ name: 'Slow season', from: 'Acme <news@acme.test>', subject: 'Slowly', text: 'Slowly.', everyone: true },
    pace: { per_hour: 3 },
  })
  await live.post(`/v1/broadcasts/${body.id}/send`, {})
  await page.goto(`/broadcasts/${body.id}`)
  await press(page, 'Pause')
  await page.getByRole('alert').getByText('paused by hand').waitFor()
  await press(page, 'Pace and limits')
  await page.getByLabel('Messages per hour').fill('4')
  await page.getByLabel('Pause above bounce rate (%)').fill('7.5')
  await keepPicture(page, 'broadcast-pace')
  expect(await seriousFaults(page, 'all')).toEqual([])
  await press(page, 'Save')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { body: changed } = await live.get(`/v1/broadcasts/${body.id}`)
  expect(changed).toMatchObject({ state: 'paused', pace: { per_hour: 4 }, max_bounce_percent: 7.5 })
  await press(page, 'Resume')
  await page.getByText('Sending', { exact: true }).waitFor()
  await press(page, 'Cancel')
  await press(page, 'Cancel broadcast')
  await page.getByText('Canceled', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /Pace|Pause|Resume|Cancel/ }).count()).toBe(0)
}
