/** From a topic that asks for a confirmation to somebody who has given it: what a member makes, and what a stranger sees. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { Client } from '../http-client/client.ts'
import { beyondEdge, desktop, keepPicture, openTab, phone, press, seriousFaults, type Tab } from './page.ts'

/** The dialogs of a topic and of a form. The address of the page where people sign up. */
export async function makeForm(page: Page): Promise<string> {
  await page.goto('/topics')
  await press(page, 'New topic')
  const topic = page.getByRole('dialog', { name: 'New topic' })
  await topic.getByLabel('Name').fill('Letters')
  await topic.getByLabel('Require confirmation').check()
  await topic.getByLabel('Sender').fill('Acme <letters@acme.test>')
  await topic.getByLabel('Remind after (hours)').fill('200')
  await press(page, 'Create topic')
  await topic.getByText('Must be less than “Expires after”.').waitFor()
  await keepPicture(page, 'topic-confirmation')
  expect(await seriousFaults(page, 'all')).toEqual([])
  await topic.getByLabel('Remind after (hours)').fill('48')
  await press(page, 'Create topic')
  await page.getByRole('row', { name: 'Letters' }).getByText('Double opt-in').waitFor()

  await page.goto('/signup-forms')
  await press(page, 'New form')
  const form = page.getByRole('dialog', { name: 'New signup form' })
  await form.getByLabel('Name').fill('Our letters')
  await form.getByLabel('What people agree to').fill('Acme may send me its letters. I can unsubscribe at any time.')
  await form.getByLabel('Letters').check()
  await keepPicture(page, 'signup-form-dialog')
  expect(await seriousFaults(page, 'all')).toEqual([])
  await press(page, 'Create form')
  const row = page.getByRole('listitem').filter({ hasText: 'Our letters' })
  await row.getByRole('button', { name: 'HTML' }).click()
  await page.getByRole('dialog').getByText('<form method="post" action="').waitFor()
  await page.keyboard.press('Escape')
  return (await row.getByRole('link', { name: 'Open page' }).getAttribute('href')) ?? ''
}

/** Signs up and confirms, and looks at the pages on the way. */
export async function signUp(stranger: BrowserContext, { form, live }: { form: string; live: Client }): Promise<void> {
  const { origin } = new URL(form)
  const tab = await openTab(stranger, origin)
  const { page } = tab
  const email = 'una@letters.example.com'
  await page.goto(form)
  await page.getByRole('heading', { name: 'Our letters' }).waitFor()
  await inBothThemes(tab, 'page-signup')
  await page.getByLabel('Email').fill(email)
  await press(page, 'Sign up')
  await page.getByText('an email with a link is on its way').waitFor()
  await keepPicture(page, 'page-signup-done')

  await page.goto(origin + (await linkIn(live, email, /\/confirm\/[\w-]+/)))
  await inBothThemes(tab, 'page-confirm')
  await press(page, 'Yes, subscribe me')
  await page.getByRole('heading', { name: 'You are subscribed.' }).waitFor()
  await keepPicture(page, 'page-confirmed')
}

/** Light and dark, on a desk and on a phone. */
async function inBothThemes({ page, faults }: Tab, name: string): Promise<void> {
  expect(await seriousFaults(page, 'all')).toEqual([])
  await keepPicture(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(phone)
  await keepPicture(page, `${name}-phone-dark`)
  expect(await seriousFaults(page, 'colors')).toEqual([])
  expect(await beyondEdge(page)).toBe(0)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desktop)
  expect(faults).toEqual([])
}

const linkIn = (live: Client, email: string, link: RegExp): Promise<string> =>
  vi.waitFor(
    async () => {
      const { body } = await live.get<{ data: { id: string }[] }>(`/v1/emails?to=${email}`)
      const { text } = await live.get(`/v1/emails/${body.data[0]?.id}/raw`)
      const [found = ''] = link.exec(text.replaceAll('=\r\n', '')) ?? []
      expect(found).not.toBe('')
      return found
    },
    { timeout: 10_000, interval: 50 },
  )
