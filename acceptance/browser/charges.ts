/** What messages cost, on an installation that charges. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startSmtpSink } from '../../sinks/smtp-sink.ts'
import { hello } from '../emails/sending.ts'
import type { Client } from '../http-client/client.ts'
import type { Visitor } from '../http-client/console-visitor.ts'
import { beyondEdge, changeTheme, desktop, keepPicture, phone, seriousFaults } from './page.ts'

/** Only what leaves is charged: an email to two, by a relay that is taken away again. */
export async function sendToTwo(live: Client, operator: Visitor): Promise<void> {
  await using sink = await startSmtpSink({ tls: 'off' })
  const relay = { type: 'relay', host: '127.0.0.1', port: sink.port, security: 'none', username: null }
  expect((await operator.put('/console/sending-plan/email', relay)).status).toBe(200)
  await live.post('/v1/emails', { ...hello, to: ['ada@example.com', 'grace@example.com'], subject: 'Charged' })
  await sink.waitFor(1)
  await operator.delete('/console/sending-plan/email')
}

/** The overview, the limits, the ledger and the rate card. */
export async function checkCharges(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Credits and quotas' }).waitFor()
  await page.getByRole('link', { name: 'Usage', exact: true }).last().click()
  await page.getByRole('heading', { name: 'Sending quotas' }).waitFor()
  await keepPicture(page, 'usage-charged')

  await page.getByRole('tab', { name: 'Ledger' }).click()
  const ledger = page.getByRole('table', { name: 'Ledger' })
  await ledger.getByRole('row', { name: /^Email.*−2$/ }).waitFor()
  await keepPicture(page, 'ledger')
  expect(await seriousFaults(page, 'all')).toEqual([])
  await changeTheme(page, 'dark')
  await page.setViewportSize(phone)
  await keepPicture(page, 'ledger-phone-dark')
  expect(await seriousFaults(page, 'colors')).toEqual([])
  expect(await beyondEdge(page)).toBe(0)

  await page.getByRole('tab', { name: 'Rate card' }).click()
  const rates = page.getByRole('table', { name: 'SMS rates' })
  await rates.getByRole('row', { name: /^all others/ }).waitFor()
  await keepPicture(page, 'rates-phone-dark')
  expect(await beyondEdge(page)).toBe(0)
  await page.setViewportSize(desktop)
  await page.getByLabel('Rate for a number').fill('+14155552671')
  await rates.getByRole('row', { name: /^\+1\b/ }).waitFor()
  await rates.getByRole('row', { name: /^all others/ }).waitFor({ state: 'detached' })
  await keepPicture(page, 'rates-dark')
  expect(await seriousFaults(page, 'all')).toEqual([])

  await page.getByRole('tab', { name: 'Ledger' }).click()
  await ledger.getByRole('link', { name: 'Email' }).first().click()
  await page.getByRole('heading', { name: 'Charged' }).waitFor()
}
