/** A page of the dashboard, looked at with strict eyes. */
import { join } from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { repository } from '../service/service.ts'

/** What a browser complains of and is right: an image in a letter that is kept out. */
const expected = /Loading the image .* violates/

export type Tab = { page: Page; faults: string[] }
export type Theme = 'light' | 'dark'

export const desktop = { width: 1280, height: 860 }
export const phone = { width: 390, height: 844 }
/** A desktop at 200 %. */
export const zoomed = { width: 640, height: 430 }

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** How many pixels of the page, or of an open dialog, are beyond the right edge. In the dashboard #main is what scrolls. */
export const beyondEdge = (page: Page) =>
  page.evaluate<number>(`(() => {
    const dialogs = [...document.querySelectorAll('dialog[open]')]
    const beyond = [document.documentElement, document.querySelector('#main'), ...dialogs]
      .map(part => part ? part.scrollWidth - part.clientWidth : 0)
    const outside = dialogs.map(dialog => Math.max(0, dialog.getBoundingClientRect().right - innerWidth))
    return [...beyond, ...outside].reduce((sum, one) => sum + one, 0)
  })()`)

/** The buttons whose words do not fit into them. */
export const crampedButtons = (page: Page) =>
  page.evaluate<string[]>(
    '[...document.querySelectorAll("button")].filter(it => it.clientHeight > 0 && it.scrollHeight > it.clientHeight + 1).map(it => it.innerText)',
  )

/** Opens a tab and keeps what goes wrong in it, and what comes to it from anybody but the service. */
export async function openTab(context: BrowserContext, url: string): Promise<Tab> {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text())
  })
  page.on('response', response => {
    const isOwn = [`${url}/`, 'data:', 'blob:'].some(start => response.url().startsWith(start))
    if (!isOwn) faults.push(`got ${response.url()}`)
  })
  return { page, faults }
}

/** Until the page is there and nothing on it is still on its way, also not in the frames of letters. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
  await Promise.all(page.frames().map(frame => frame.waitForLoadState()))
}

/** Answers that come late: until they are let through. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(pattern, route => isLetThrough.then(() => route.continue()))
  return letThrough
}

/** As if the person looks at another tab, and comes back. */
export const lookAway = (page: Page, isHidden: boolean) =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
    Object.defineProperty(document, 'visibilityState', { value: '${isHidden ? 'hidden' : 'visible'}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })()`)

/** All of them once; those that depend on colors or on the width again where these are others. */
const rules = {
  all: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colors: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  sizes: { runOnly: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] } },
} as const
export type Rules = keyof typeof rules

/** The rows of a list are alike; looking at fifty takes ten times as long as at five. */
const place = { exclude: ['tbody tr:nth-child(n + 6)'] }

/** What axe calls serious or critical, with the place. */
export async function seriousFaults(page: Page, which: Rules): Promise<string[]> {
  // Nothing is returned: axe itself, sent to the test, took longer than its rules.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(`(() => { ${axe.source} })()`)
  const options = { ...rules[which], resultTypes: ['violations'], iframes: false }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(place)}, ${JSON.stringify(options)})`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`))
}

/** Kept for people to look at. Nothing moves in a browser that asks for reduced motion, so it looks final at once. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(repository, 'test-output/dashboard', `${name}.png`) })
}

/** As a machine with the other theme would show it. */
export async function changeTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
}

/** Puts a finger on the one, moves it to the upper edge of the other, and lifts it. */
export async function dragByTouch(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()])
  if (!start || !end) throw new Error('What is dragged is not drawn.')
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2]
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x, y })
  for (const part of [0.2, 0.6, 1]) await touch('touchMove', { x, y: y + part * (end.y + 3 - y) })
  await touch('touchEnd')
  await finger.detach()
}

/** Lends a few tabs to many; whoever comes while all are lent waits for the next that is given back. */
export function lend(tabs: readonly Tab[]) {
  const free = [...tabs]
  const waiting: ((tab: Tab) => void)[] = []
  return async (work: (tab: Tab) => Promise<void>): Promise<void> => {
    const tab = free.pop() ?? (await new Promise<Tab>(resolve => waiting.push(resolve)))
    await work(tab).finally(() => {
      const next = waiting.shift()
      if (next) next(tab)
      else free.push(tab)
    })
  }
}
