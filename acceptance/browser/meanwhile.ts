/** What happens on the server while a page is open: it is read late, is busy, or was changed by somebody else. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { hello, untilStatus } from '../emails/sending.ts'
import type { Client } from '../http-client/client.ts'
import { holdBack, lookAway, press } from './page.ts'

export async function checkInbox(page: Page, live: Client): Promise<void> {
  await page.goto('/inbox')
  await page.getByText('Up to date').waitFor()
  await lookAway(page, true)
  const { body } = await live.post<{ id: string }>('/v1/emails', { ...hello, subject: 'While nobody looked' })
  await untilStatus(live, body.id)
  await lookAway(page, false)
  await page.getByText('While nobody looked').first().waitFor()
}

export async function checkComposer(page: Page, live: Client): Promise<void> {
  const { body } = await live.post<{ id: string }>('/v1/broadcasts', {
    name: 'Late',
    from: 'a@acme.test',
    subject: 'Old',
  })
  const path = `/v1/broadcasts/${body.id}`
  await page.goto(`/broadcasts/${body.id}`)
  const subject = page.getByLabel('Subject', { exact: true })
  const isSaved = page.getByRole('status').getByText('Saved', { exact: true })
  await isSaved.waitFor()
  await page.getByText('Fix before sending').first().waitFor()

  const isRead = Promise.withResolvers<void>()
  const isLate = Promise.withResolvers<void>()
  const isShown = Promise.withResolvers<void>()
  await page.route(`**${path}`, async route => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    isRead.resolve()
    await isLate.promise
    await route.fulfill({ response }).catch(() => {})
    isShown.resolve()
  })
  await lookAway(page, true)
  await lookAway(page, false)
  await isRead.promise
  const isStored = page.waitForResponse(response => response.request().method() === 'PATCH')
  await subject.fill('New words')
  await isStored
  await isSaved.waitFor()
  isLate.resolve()
  await isShown.promise
  await page.unroute(`**${path}`)
  await subject.press('End')
  await subject.pressSequentially(' stay')
  expect(await subject.inputValue()).toBe('New words stay')
  await isSaved.waitFor()

  const busy = { status: 503, json: { code: 'service_unavailable', message: 'The service is busy.' } }
  await page.route(`**${path}`, route => route.fulfill(busy), { times: 1 })
  await subject.fill('Saved by itself')
  await page.getByRole('alert').getByText('The service is busy.').waitFor()
  await isSaved.waitFor()
  expect(await live.get(path)).toMatchObject({ body: { subject: 'Saved by itself' } })

  // Nobody is asked about changes to a broadcast that is gone.
  await page.route(`**${path}`, route => route.fulfill({ status: 400, json: { message: 'No.' } }), { times: 1 })
  await subject.fill('Refused')
  await page.getByText('Not saved').waitFor()
  await press(page, 'More actions')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await press(page, 'Delete broadcast')
  await page.getByRole('heading', { name: 'Broadcasts', level: 1 }).waitFor()
}

export async function checkWorkflow(page: Page, live: Client): Promise<void> {
  const wait = { key: 'wait', type: 'delay', config: { days: 1 } }
  const content = {
    trigger_config: { type: 'contact_created' },
    workflow_definition: { steps: [wait], connections: [] },
  }
  const { body } = await live.post<{ id: string }>('/v1/workflows', { name: 'Of two people', ...content })
  await page.goto(`/workflows/${body.id}?view=list`)
  await page.getByRole('status').getByText('v1', { exact: true }).waitFor()
  const theirs = { steps: [{ ...wait, config: { days: 2 } }], connections: [] }
  await live.put(`/v1/workflows/${body.id}`, { workflow_definition: theirs })

  await press(page, 'Activate')
  await page.getByRole('status').getByText('v2', { exact: true }).waitFor()
  await page.getByText('2 days').first().waitFor()
  const { body: after } = await live.get(`/v1/workflows/${body.id}`)
  expect(after).toMatchObject({ status: 'active', workflow_definition: theirs })
}

export async function checkMenu(page: Page, live: Client): Promise<void> {
  await live.post('/v1/templates', { friendly_name: 'Zebra', subject: 'Stripes', html: '<p>Stripes</p>' })
  await page.goto('/topics')
  await page.getByRole('heading', { name: 'Topics', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const menu = page.getByRole('combobox', { name: 'Search or run a command' })
  await menu.fill('very first')
  await page.getByRole('option', { name: 'The very first' }).waitFor()
  const letThrough = await holdBack(page, '**/console/search*')
  await menu.fill('zebra')
  await menu.press('Enter')
  letThrough()
  await page.getByRole('option', { name: 'Zebra' }).waitFor()
  await menu.press('Enter')
  await page.getByRole('heading', { name: 'Zebra', level: 1 }).waitFor()
}

export async function checkSignupForm(page: Page, live: Client): Promise<void> {
  const { body: topic } = await live.post<{ id: string }>('/v1/topics', { name: 'Stays chosen' })
  const form = { name: 'Slow', wording: 'Yes, please.', topic_ids: [topic.id] }
  const { body } = await live.post<{ id: string }>('/v1/signup-forms', form)
  await page.goto('/signup-forms')
  const letThrough = await holdBack(page, '**/v1/topics*')
  await press(page, 'Edit Slow')
  await page.getByLabel('What people agree to').fill('Yes.')
  await press(page, 'Save')
  await page.getByText('Saved.').waitFor()
  letThrough()
  const { body: forms } = await live.get<{ data: { id: string }[] }>('/v1/signup-forms')
  expect(forms.data.find(({ id }) => id === body.id)).toMatchObject({ wording: 'Yes.', topic_ids: [topic.id] })
}

/** One of them is deleted by somebody else between the read of the list and its turn. */
export async function checkBulk(page: Page, live: Client): Promise<void> {
  const emails = [1, 2, 3].map(nth => `bulk${nth}@many.example.com`)
  for (const email of emails) await live.post('/v1/contacts', { email })
  await page.goto('/contacts?q=many.example.com')
  await press(page, 'Bulk actions')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Action').selectOption('Delete')
  await page.route(
    '**/v1/contacts/*',
    async route => {
      if (route.request().method() === 'DELETE') await live.delete(new URL(route.request().url()).pathname)
      await route.continue()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Delete 3 contacts' }).click()
  await dialog.getByText('3 done.').waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  expect(await live.get('/v1/contacts?search=many.example.com')).toMatchObject({ body: { data: [] } })
}

/** Nothing that is not saved is left behind when the session ends; after a sign-in in another tab it is saved. */
export async function checkEndedSession(page: Page, live: Client): Promise<void> {
  const { body: broadcast } = await live.post<{ id: string }>('/v1/broadcasts', { name: 'Ended', subject: 'Old' })
  const filter = { all: [{ field: 'email', operator: 'ends_with', value: '@example.com' }] }
  const { body: segment } = await live.post<{ id: string }>('/v1/segments', { name: 'Ended', filter })
  const context = page.context()
  const cookies = await context.cookies()
  const end = async (path: string) => {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Ended', level: 1 }).waitFor()
    await context.clearCookies()
  }
  await end(`/broadcasts/${broadcast.id}`)
  const subject = page.getByLabel('Subject', { exact: true })
  await subject.fill('Written')
  await page.getByRole('alert').getByText('You are signed out').waitFor()
  await context.addCookies(cookies)
  await lookAway(page, true)
  await lookAway(page, false)
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  expect(await live.get(`/v1/broadcasts/${broadcast.id}`)).toMatchObject({ body: { subject: 'Written' } })

  await end(`/segments/${segment.id}`)
  await page.getByLabel('Name').fill('Renamed')
  const isSessionRead = page.waitForResponse('**/console/session')
  await press(page, 'Save')
  await page.getByRole('alert').getByText('You are signed out').waitFor()
  await isSessionRead
  await context.addCookies(cookies)
  await press(page, 'Save')
  await page.getByRole('heading', { name: 'Renamed', level: 1 }).waitFor()
}
