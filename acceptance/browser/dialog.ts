/** A dialog under rough hands: double clicks, clicks outside, Escape, and a session that ends meanwhile. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { goodPassword } from '../http-client/console-visitor.ts'
import { press } from './page.ts'

export async function checkDialog(page: Page): Promise<void> {
  await page.goto('/topics')
  const opener = page.getByRole('main').getByRole('button', { name: 'New topic' }).first()
  const name = page.getByRole('dialog').getByLabel('Name')
  await opener.dblclick()
  await name.fill('Focus')
  const box = await name.boundingBox()
  if (!box) throw new Error('The field is not drawn.')
  await page.mouse.move(box.x + 60, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(5, box.y + 5)
  await page.mouse.up()
  expect(await name.inputValue()).toBe('Focus')

  await name.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await opener.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await name.fill('Half')
  const ways = [
    () => page.mouse.click(5, 5),
    () => page.keyboard.press('Escape'),
    () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click(),
  ]
  for (const close of ways) {
    await close()
    await page.getByText('Discard your changes?').waitFor()
    await press(page, 'Keep editing')
    expect(await name.inputValue()).toBe('Half')
  }
  await page.keyboard.press('Escape')
  await press(page, 'Discard')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await name.waitFor()
  await page.mouse.click(5, 5)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await opener.and(page.locator(':focus')).waitFor()

  await page.keyboard.press('Enter')
  await name.fill('Half')
  await page.context().clearCookies()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Create topic' })
  await confirm.press('Enter')
  await page.getByRole('alert').getByText('You are signed out').waitFor()
  await confirm.and(page.locator(':focus')).waitFor({ timeout: 5_000 })
  expect(await name.inputValue()).toBe('Half')

  await page.keyboard.press('Escape')
  await press(page, 'Discard')
  await page.getByRole('link', { name: 'Segments', exact: true }).click()
  await page.getByText('Your session has ended').waitFor()
  await page.getByLabel('Email').fill('ada@acme.test')
  await page.getByLabel('Password').fill(goodPassword)
  await press(page, 'Sign in')
  await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor()
}
