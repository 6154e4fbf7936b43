/** From another machine, without https, browsers lack what they give only to pages that they trust: the clipboard, random UUIDs. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { goodPassword } from '../http-client/console-visitor.ts'
import { press } from './page.ts'

export async function checkWithoutHttps(page: Page, url: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.goto(`${url.replace('127.0.0.1', 'posthorn.test')}/contacts`)
  await page.getByLabel('Email').fill('ada@acme.test')
  await page.getByLabel('Password').fill(goodPassword)
  await press(page, 'Sign in')
  await press(page, 'New contact')
  await dialog.getByLabel('Email', { exact: true }).fill('plain@http.example.com')
  await dialog.getByRole('button', { name: 'Create contact' }).click()
  await page.getByRole('heading', { name: 'plain@http.example.com' }).waitFor()

  await page.getByRole('link', { name: 'API keys' }).click()
  await press(page, 'New key')
  await dialog.getByLabel('Name').fill('Copied')
  await press(page, 'Create key')
  const key = await dialog.getByText(/^tx_live_/).innerText()
  await press(page, 'Copy key')
  await page.getByRole('button', { name: 'Copy key' }).and(page.locator(':focus')).waitFor()
  await press(page, 'I have saved the key')
  await press(page, 'New key')
  await dialog.getByLabel('Name').press('Control+v')
  expect(await dialog.getByLabel('Name').inputValue()).toBe(key)
}
