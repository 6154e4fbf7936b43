/** The form in which somebody chooses a carrier: what it asks for, and what a check says. Nothing is saved. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { telnyxSinkPublicKey } from '../../sinks/http-carrier-telnyx.ts'
import { startSmsc } from '../../sinks/smsc.ts'
import { beyondEdge, changeTheme, keepPicture, phone, press, seriousFaults } from './page.ts'

const accountSid = `AC${'0123456789abcdef'.repeat(2)}`

/** Opens the form, and checks an account of each kind that is wrong, and then one that is right. */
export async function checkCarriers(page: Page): Promise<void> {
  await using api = await startCarrierApi()
  await using smsc = await startSmsc({ credentials: { systemId: 'ada', password: 'right' } })
  await page.goto('/settings?view=delivery')
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'SMS', exact: true }) })
  await section.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'SMS delivery' })

  // The carriers are asked at an address of this machine. Nothing else is changed.
  const check = '**/console/sending-plan/sms/check'
  await page.route(check, route =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), base_url: api.url }) }),
  )
  await checkTwilio(page, dialog)
  await checkTelnyx(page, dialog)
  await page.unroute(check)
  await checkSmpp(page, dialog, smsc.port)
  expect(smsc.messages).toEqual([])
}

async function checkTwilio(page: Page, dialog: Locator): Promise<void> {
  expect(await labelsOf(dialog)).toEqual(['Provider', 'Account SID', 'Auth token', 'Messaging service SID'])
  await dialog.getByLabel('Account SID').fill('AC1')
  await dialog.getByLabel('Auth token').fill('wrong-secret')
  await press(page, 'Check')
  await dialog.getByText('must be AC and 32 hexadecimal digits').waitFor()
  await dialog.getByLabel('Account SID').fill(accountSid)
  await press(page, 'Check')
  await dialog.getByRole('status').getByText('Twilio refuses the account SID or the auth token.').waitFor()
  await keepPicture(page, 'carrier-refused')
  expect(await seriousFaults(page, 'all')).toEqual([])
  await dialog.getByLabel('Auth token').fill('right-secret')
  await press(page, 'Check')
  await dialog.getByRole('status').getByText('Twilio accepts the account SID and the auth token.').waitFor()
}

async function checkTelnyx(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByLabel('Provider').selectOption('Telnyx')
  expect(await labelsOf(dialog)).toEqual(['Provider', 'API key', 'Public key', 'Messaging profile'])
  expect(await dialog.getByRole('status').allInnerTexts(), 'what was found about another carrier').toEqual([''])
  await dialog.getByLabel('API key').fill('wrong-secret')
  await dialog.getByLabel('Public key').fill(telnyxSinkPublicKey)
  await press(page, 'Check')
  await dialog.getByRole('status').getByText('Telnyx refuses the API key.').waitFor()
  await dialog.getByLabel('API key').fill('right-secret')
  await press(page, 'Check')
  await dialog.getByRole('status').getByText('Telnyx accepts the API key.').waitFor()
}

async function checkSmpp(page: Page, dialog: Locator, port: number): Promise<void> {
  await dialog.getByLabel('Provider').selectOption('SMPP server')
  const asked = ['Provider', 'Host', 'Port', 'Encryption', 'System ID', 'Password', 'System type']
  expect(await labelsOf(dialog)).toEqual(asked)
  await dialog.getByLabel('Host').fill('127.0.0.1')
  await dialog.getByLabel('Port').fill(String(port))
  await dialog.getByLabel('System ID').fill('ada')
  await dialog.getByLabel('Password').fill('wrong')
  await press(page, 'Check')
  await dialog.getByRole('status').getByText('127.0.0.1 refuses the login.').waitFor()
  await page.setViewportSize(phone)
  await changeTheme(page, 'dark')
  await keepPicture(page, 'carrier-smpp-phone-dark')
  expect(await seriousFaults(page, 'all')).toEqual([])
  expect(await beyondEdge(page)).toBe(0)
  await dialog.getByLabel('Password').fill('right')
  await press(page, 'Check')
  await dialog.getByRole('status').getByText('127.0.0.1 accepts the login of ada, unencrypted.').waitFor()
}

const labelsOf = (dialog: Locator) => dialog.locator('form label').allInnerTexts()

/** As much of both APIs as the checks ask for. */
async function startCarrierApi(): Promise<AsyncDisposable & { url: string }> {
  const known = ['Bearer right-secret', `Basic ${btoa(`${accountSid}:right-secret`)}`]
  const server = createServer(({ headers }, response) => {
    const isKnown = known.includes(headers.authorization ?? '')
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKnown ? { status: 'active', data: [] } : { message: 'Authenticate' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // as: it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
