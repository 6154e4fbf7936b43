import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '@posthorn/contract/console/session'
import { preferencesPage } from '@posthorn/look/readers/preferences-page'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type DnsStub, publish, startDnsStub } from '../../sinks/dns-stub.ts'
import { type OpenidProvider, startOpenidProvider } from '../../sinks/openid-provider.ts'
import { startSmtpSink } from '../../sinks/smtp-sink.ts'
import { hello } from '../emails/sending.ts'
import { type Client, client } from '../http-client/client.ts'
import { goodPassword, visitor } from '../http-client/console-visitor.ts'
import { type DataFolder, newDataFolder } from '../service/data-folder.ts'
import { posthorn } from '../service/operator.ts'
import { type Service, startService } from '../service/service.ts'
import { setUpLink } from '../service/set-up-link.ts'
import { followSeason, importSeason, prepareSeason, sendSeason, stopSlowOne } from './broadcast.ts'
import { launchBrowser } from './browser.ts'
import { checkCarriers } from './carriers.ts'
import { checkCharges, sendToTwo } from './charges.ts'
import { checkDialog } from './dialog.ts'
import {
  checkBulk,
  checkComposer,
  checkEndedSession,
  checkInbox,
  checkMenu,
  checkSignupForm,
  checkWorkflow,
} from './meanwhile.ts'
import {
  beyondEdge,
  changeTheme,
  crampedButtons,
  desktop,
  dragByTouch,
  holdBack,
  keepPicture,
  lend,
  openTab,
  phone,
  press,
  type Rules,
  seriousFaults,
  settle,
  type Tab,
  zoomed,
} from './page.ts'
import { pagesOfMembers, pagesOfStrangers } from './pages.ts'
import { type Seeds, seed } from './seed.ts'
import { makeForm, signUp } from './signup.ts'
import { checkWithoutHttps } from './without-https.ts'

const browser = await launchBrowser()
let folder: DataFolder
let dns: DnsStub
let provider: OpenidProvider
let service: Service
let live: Client
let owner: BrowserContext

async function newVisitor(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  if (!browser) throw new Error('There is no browser.')
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: desktop,
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(30_000)
  return context
}

/** The owner with a browser that has never been here: signed in, nothing kept. */
const ownerAnew = async () => newVisitor({ storageState: await owner.storageState() })
/** The owner without a browser, in their organization. */
async function signedIn() {
  const person = visitor(service.url)
  await person.post('/console/sign-in', { email: 'ada@acme.test', password: goodPassword })
  const { body } = await person.get<Session>('/console/session')
  const organization = body.organizations[0]?.id ?? ''
  return { ...person.at({ organization }), organization }
}
/** `expect.poll` knows no tests that run beside each other. */
const soon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 10_000, interval: 50 })
const others = { cc: ['cc@example.com'], bcc: ['bcc@example.com'], reply_to: ['help@acme.test'] }
/** A window of its own: of several tabs in one window only the first is drawn. */
const ownPage = async () => (await ownerAnew()).newPage()

describe.skipIf(!browser)(browser ? 'the dashboard' : 'the dashboard, not looked at: no Chromium runs here', () => {
  beforeAll(async () => {
    folder = newDataFolder()
    dns = await startDnsStub({ 'mail.posthorn.test': { A: ['192.0.2.1'] } })
    provider = await startOpenidProvider()
    const groupsFile = join(folder.path, 'groups.json')
    writeFileSync(groupsFile, JSON.stringify({ scopes: ['groups'], groups: [{ group: 'mail', role: 'developer' }] }))
    const env = {
      POSTHORN_DNS_SERVERS: dns.server,
      POSTHORN_HOSTNAME: 'mail.posthorn.test',
      POSTHORN_OIDC_ISSUER: provider.issuer,
      POSTHORN_OIDC_CLIENT_ID: provider.clientId,
      POSTHORN_OIDC_CLIENT_SECRET: provider.clientSecret,
      POSTHORN_OIDC_NAME: 'Keycloak',
      POSTHORN_OIDC_GROUPS_FILE: groupsFile,
    }
    service = await startService({ dataDir: folder.path, env })
    provider.allow(`${service.url}/sign-in/callback`)
    // Beside pages that are drawn on all cores, a connection to the database may come too late.
    live = client(service.url, service.liveKey, { patient: true })
    owner = await newVisitor()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    await dns[Symbol.asyncDispose]()
    await provider[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  test('leads from the set-up link to the first captured email', async () => {
    const { page, faults } = await openTab(owner, service.url)
    await page.goto(setUpLink(service.dataDir))
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@acme.test')
    await page.getByLabel('Password').fill(goodPassword)
    await page.getByLabel('Organization').fill('Acme')
    await press(page, 'Create account')
    await page.getByText('Waiting for the first message').waitFor()
    await page.evaluate('globalThis.wasHere = true')

    await press(page, 'Create live key')
    await page.getByText('The sample uses this live key').waitFor()
    const [key = ''] = /tx_live_[\w-]+/.exec(await page.getByRole('main').innerText()) ?? []
    const sample = page.getByRole('code').filter({ hasText: 'curl' })
    expect(await sample.innerText()).toContain(`Bearer ${key}"`)

    await client(service.url, key).post('/v1/emails', {
      ...hello,
      subject: 'The very first',
      html: '<p>It <b>works</b>.</p>',
      ...others,
    })

    await page.getByRole('heading', { name: 'The very first' }).waitFor({ timeout: 3_000 })
    await page.frameLocator('iframe').getByText('works').waitFor()
    expect(await page.evaluate('wasHere'), 'without loading the page again').toBe(true)
    await client(service.url, key).post('/v1/emails', { ...hello, subject: 'One more' })
    await page.getByRole('navigation', { name: 'Messages' }).getByText('One more').waitFor()
    await page.getByRole('heading', { name: 'The very first' }).waitFor()
    expect(faults).toEqual([])
    await page.close()
  })

  test.concurrent('a first visit takes less than 200 KB of packed scripts', async () => {
    const context = await ownerAnew()
    const { page } = await openTab(context, service.url)
    await page.goto('/')
    await settle(page)

    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(entry => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ encodedBodySize, decodedBodySize }) => ({ packed: encodedBodySize, plain: decodedBodySize })),
    )
    const sum = (of: 'packed' | 'plain') => scripts.reduce((all, script) => all + script[of], 0)
    expect(scripts.length).toBeGreaterThan(1)
    expect(sum('packed')).toBeLessThan(sum('plain') / 2)
    expect(sum('packed')).toBeLessThan(200_000)
    await context.close()
  })

  test.concurrent('the frame is there before any stylesheet or script, in the theme that was chosen, and stays where it is', async () => {
    const context = await ownerAnew()
    await context.addInitScript("localStorage.setItem('posthorn.theme', 'dark')")
    const page = await context.newPage()
    const letThrough = await holdBack(page, '**/assets/**')
    const placesOf = (...selectors: string[]) =>
      Promise.all(selectors.map(selector => page.locator(selector).first().boundingBox()))

    await page.goto('/emails', { waitUntil: 'commit' })
    const before = await placesOf('#shell-side', '#shell-head', '#shell-brand svg')
    await keepPicture(page, 'shell')
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(15, 16, 19)')
    letThrough()
    await settle(page)

    expect(await placesOf('aside', 'header', 'aside svg')).toEqual(before)
    expect(await page.locator('#shell').count()).toBe(0)
    await context.close()
  })

  test.concurrent('of five thousand rows those are drawn that are near, and every one can be reached', async () => {
    const { page, faults } = await openTab(await ownerAnew(), service.url)
    const contacts = Array.from({ length: 5_000 }, (_, nth) => ({
      ...{ id: `01945c1e-8d7a-7c3b-9a54-${String(nth).padStart(12, '0')}`, email: `reader${nth}@example.com` },
      ...{ phone_number: null, first_name: null, last_name: null, email_subscribed: true, sms_subscribed: null },
      ...{ created_at: '2026-01-31T09:30:00.000Z', updated_at: '2026-01-31T09:30:00.000Z' },
    }))
    await page.route(/\/v1\/contacts\?/, route => route.fulfill({ json: { data: contacts } }))
    const drawn = () => page.getByRole('table').locator('tr').count()
    await page.goto('/contacts')
    await page.getByText('reader0@example.com').waitFor()
    expect(await drawn()).toBeLessThan(500)
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('5001')

    await page.evaluate("document.querySelector('#main').scrollTo(0, 1e9)")
    const last = page.getByRole('row', { name: 'reader4999@example.com' })
    await last.getByRole('link').focus()
    await page.keyboard.press('k')

    expect(await last.getAttribute('aria-rowindex')).toBe('5001')
    expect(await page.evaluate('document.activeElement.dataset.row')).toBe(contacts[4_998]?.id)
    expect(await drawn()).toBeLessThan(500)
    expect(await page.getByText('reader0@example.com').count()).toBe(0)
    expect(await seriousFaults(page, 'all')).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  test.concurrent('a key made in the page works, and is refused once it is revoked', async () => {
    const page = await ownPage()
    await page.goto('/keys')
    await press(page, 'New key')
    await page.getByLabel('Name').fill('Backend')
    await press(page, 'Create key')
    const key = await page
      .getByRole('dialog')
      .getByText(/^tx_live_/)
      .innerText()
    const api = client(service.url, key)
    expect((await api.post('/v1/emails', hello)).status).toBe(200)
    await press(page, 'I have saved the key')

    await press(page, 'Revoke Backend')
    await press(page, 'Revoke key')
    await page.getByText('does not work any more').waitFor()

    expect((await api.post('/v1/emails', hello)).status).toBe(401)
    expect(await page.content()).not.toContain(key)
    await page.context().close()
  })

  test.concurrent('a text message for later is moved, then canceled', async () => {
    const { page, faults } = await openTab(await ownerAnew(), service.url)
    const asked = { from: '+14155550100', to: '+14155550177', body: 'See you at nine.' }
    const { body } = await live.post<{ id: string }>('/v1/sms', { ...asked, scheduled_for: '2098-05-01T09:00:00Z' })
    await page.goto(`/sms/${body.id}`)
    await page.getByText('Scheduled for', { exact: true }).waitFor()
    await keepPicture(page, 'sms-scheduled')

    await press(page, 'Reschedule')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Send at').fill('2099-06-02T10:30')
    await dialog.getByRole('button', { name: 'Reschedule' }).click()
    await page.getByText('2099').first().waitFor()
    await press(page, 'Cancel')
    await press(page, 'Cancel message')
    await page.getByText('Canceled. It will not be sent.').waitFor()

    await page.getByRole('button', { name: 'Send again' }).waitFor()
    expect(await page.getByText('Scheduled for', { exact: true }).count()).toBe(0)
    const { body: sms } = await live.get<{ status: string; scheduled_for: string }>(`/v1/sms/${body.id}`)
    expect(sms).toMatchObject({ status: 'canceled', scheduled_for: expect.stringMatching(/^2099-06-0/) })
    expect(faults).toEqual([])
    await page.context().close()
  })

  test.concurrent('the menu finds an email and sends a test, a sample gets a key, and a list says what it is narrowed to', async () => {
    const { page, faults } = await openTab(await ownerAnew(), service.url)
    await page.goto('/')
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.getByText('Send the first email (done)').waitFor()
    await page.keyboard.press('Control+k')
    const menu = page.getByRole('combobox', { name: 'Search or run a command' })
    await menu.fill('VERY fir')
    await page.getByRole('option', { name: 'The very first' }).waitFor()
    await keepPicture(page, 'command-menu')
    expect(await seriousFaults(page, 'all')).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()

    await page.keyboard.press('Control+k')
    await menu.fill('send a test')
    await page.keyboard.press('Enter')
    await page.getByLabel('From', { exact: true }).fill('hello@acme.test')
    await keepPicture(page, 'send-test')
    expect(await seriousFaults(page, 'all')).toEqual([])
    await press(page, 'Send test')
    await page.getByRole('link', { name: 'View its timeline' }).click()
    await page.getByRole('heading', { name: 'A test from Posthorn' }).waitFor()

    await page.goto('/emails')
    const search = page.getByLabel('Search emails')
    await search.pressSequentially('very ')
    await page.waitForURL('**/emails?q=very')
    await search.pressSequentially('first')
    expect(await search.inputValue()).toBe('very first')
    await search.fill('from:hello@acme.test tag:test')
    await search.press('Enter')
    await page.getByRole('button', { name: 'Remove Tag: test' }).waitFor()
    await page.getByRole('row', { name: 'A test from Posthorn' }).waitFor()
    expect(page.url()).toContain('?from=hello%40acme.test&tag=test')
    // What was there before stays until the answer is there.
    await page.getByRole('row', { name: 'The very first' }).waitFor({ state: 'detached' })
    await keepPicture(page, 'emails-chips')
    expect(await seriousFaults(page, 'all')).toEqual([])
    await press(page, 'Clear all')
    await page.getByRole('row', { name: 'The very first' }).waitFor()
    await search.fill('sender:ada')
    await page.getByText('“sender:” is not a search field here').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    await keepPicture(page, 'emails-not-understood')

    await page.goto('/test')
    await press(page, 'Create test key')
    await page.getByText('The sample uses this test key').waitFor()
    await page.getByRole('tab', { name: 'Python' }).click()
    const [, key = ''] = /Bearer (tx_test_[^"]+)/.exec(await page.getByRole('tabpanel').innerText()) ?? []
    await keepPicture(page, 'first-request')

    // For existing apps the page shows the line to change, with the same key.
    const moving = page.getByRole('region', { name: 'Switch from another service' })
    await moving.getByRole('button', { name: 'Resend' }).click()
    expect(await moving.getByRole('code').innerText()).toBe(
      `const resend = new Resend('${key}', { baseUrl: '${service.url}/resend' })`,
    )
    await moving.getByLabel('Client for Resend').selectOption('Environment variables')
    expect(await moving.getByRole('code').innerText()).toContain(`RESEND_BASE_URL=${service.url}/resend`)
    await moving.scrollIntoViewIfNeeded()
    await keepPicture(page, 'moving-in')
    await moving.getByRole('button', { name: 'SMTP' }).click()
    await moving.getByText('The port is closed').waitFor()
    expect(await seriousFaults(page, 'all')).toEqual([])
    expect((await client(service.url, key).post('/v1/emails', hello)).status).toBe(200)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test.concurrent('a template is looked at before it is sent: who gets it, and what receivers will say', async () => {
    const { body } = await live.post<{ id: string }>('/v1/templates', {
      friendly_name: 'Sale',
      subject: 'Sale',
      html: '<div style="display:flex">All for less</div>',
    })
    await live.post('/v1/suppressions', { email: 'left@example.com' })
    const page = await ownPage()
    await page.goto(`/templates/${body.id}`)
    await press(page, 'Preflight')
    await page.getByLabel('To', { exact: true }).fill('left@example.com')
    await page.getByLabel('From', { exact: true }).fill('hello@acme.test')
    await page.getByLabel('Stream').selectOption('broadcast')
    await press(page, 'Run preflight')

    const dialog = page.getByRole('dialog')
    await dialog.getByText('Would be accepted').waitFor()
    expect(await dialog.getByRole('list', { name: 'Excluded recipients' }).innerText()).toContain(
      'left@example.com The address is on the suppression list.',
    )
    expect(await dialog.getByRole('list', { name: 'Problems' }).innerText()).toContain('It is not signed')
    expect(await dialog.getByRole('list', { name: 'Advice' }).innerText()).toContain(
      'display:flex: not in Outlook for Windows',
    )
    await keepPicture(page, 'template-preflight')
    await page.setViewportSize(phone)
    await changeTheme(page, 'dark')
    await keepPicture(page, 'template-preflight-phone-dark')
    expect(await beyondEdge(page)).toBe(0)
    expect(await live.get<{ data: unknown[] }>('/v1/emails?to=left@example.com')).toMatchObject({ body: { data: [] } })
    await page.context().close()
  })

  test.concurrent('alerts are switched on with one press, and a test tells what came of it', async () => {
    const page = await ownPage()
    await page.goto('/settings?view=alerts')
    await press(page, 'Turn all on')
    await page.getByRole('switch', { name: 'Webhook failing', checked: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Ada Lovelace' }).check()

    await press(page, 'Send test alert')

    // This service captures: it has no sender of its own.
    await page.getByRole('row', { name: 'A test of your alerts' }).getByText('set POSTHORN_MAIL_FROM').waitFor()
    await keepPicture(page, 'alerts')
    expect(await seriousFaults(page, 'all')).toEqual([])
    await page.context().close()
  })

  test.concurrent('a carrier is checked before it is saved, and the form says what is wrong', async () => {
    const { page, faults } = await openTab(await ownerAnew(), service.url)
    await checkCarriers(page)
    // A refusal is an answer with a status that a browser complains of.
    expect(faults.filter(fault => !fault.includes('400'))).toEqual([])
    await page.context().close()
  })

  test.concurrent('a topic asks for a confirmation, a form leads to it, and a stranger signs up and confirms', async () => {
    const { page, faults } = await openTab(await ownerAnew(), service.url)
    const form = await makeForm(page)
    expect(faults.filter(fault => !fault.includes('400'))).toEqual([])
    await page.context().close()

    const stranger = await newVisitor()
    await signUp(stranger, { form, live })
    await stranger.close()
    const { body } = await live.get('/v1/contacts/lookup?email=una@letters.example.com')
    expect(body).toMatchObject({ email_subscribed: true })
  })

  test.concurrent('a template that does not parse is not lost by whoever leaves', async () => {
    const { body } = await live.post<{ id: string }>('/v1/templates', {
      friendly_name: 'Half',
      subject: 'x',
      html: 'x',
    })
    const page = await ownPage()
    const content = page.getByRole('textbox', { name: 'Content' })
    await page.goto(`/templates/${body.id}`)
    await content.fill('An hour of work {% if')
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await press(page, 'Leave')
    await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor()

    await page.goto(`/templates/${body.id}`)
    await page.getByText('Not saved').waitFor()
    expect(await content.innerText()).toBe('An hour of work {% if')
    await page.context().setOffline(true)
    await content.fill('An hour of work')
    await page.getByText('Cannot reach the server.').first().waitFor()
    await page.context().setOffline(false)
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await live.get(`/v1/templates/${body.id}`)).toMatchObject({ body: { html: 'An hour of work' } })

    // Nor is it left to the next person at this computer. The session stays: others are signed in with it.
    await page.route('**/console/sign-out', route => route.fulfill({ json: {} }))
    await page.evaluate("localStorage.setItem('posthorn.edits.one', 'An hour of work')")
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('sign out')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sign-in')
    expect(await page.evaluate("localStorage.getItem('posthorn.edits.one')")).toBeNull()
    await page.context().close()
  })

  test.concurrent('a template from the gallery is looked at by night and on a phone, its blocks are moved, and a faulty line is marked', async () => {
    const { page, faults } = await openTab(await ownerAnew(), service.url)
    await page.goto('/templates')
    await page.getByRole('button', { name: 'New template' }).click()
    const choices = page.getByRole('dialog', { name: 'New template' })
    await choices.locator('iframe').nth(9).waitFor()
    for (const nth of [0, 9]) await choices.frameLocator('iframe').nth(nth).getByRole('heading').first().waitFor()
    await keepPicture(page, 'template-gallery')
    expect(await seriousFaults(page, 'all')).toEqual([])
    await page.setViewportSize(zoomed)
    expect(await beyondEdge(page)).toBe(0)
    await page.setViewportSize(desktop)
    await choices.getByRole('button', { name: /^Receipt/ }).click()
    await page.getByLabel('Name').fill('Receipt')
    await press(page, 'Create draft')

    const preview = page.frameLocator('iframe[title^="Preview"]')
    await preview.getByText('Team plan, January').waitFor()
    await press(page, 'Dark')
    await press(page, 'Phone')
    await page.getByText('With the email’s own dark styles').waitFor()
    const night = preview.locator('.page')
    const look = '[getComputedStyle(document.querySelector(".page")).backgroundColor, innerWidth]'
    await soon(async () => expect(await night.evaluate(look)).toEqual(['rgb(22, 22, 24)', 375]))

    const cards = page.getByRole('list', { name: 'Blocks of the email' }).locator('[data-card]')
    const titles = () => cards.locator('span.font-medium').allInnerTexts()
    expect(await titles()).toEqual(['Text', 'Heading', 'Table', 'Spacer', 'Text', 'Text'])
    await cards.nth(2).dragTo(cards.nth(1), { targetPosition: { x: 20, y: 3 } })
    await soon(async () => expect(await titles()).toEqual(['Text', 'Table', 'Heading', 'Spacer', 'Text', 'Text']))
    await cards.nth(1).press('Alt+ArrowDown')
    await soon(async () => expect((await titles())[2]).toBe('Table'))
    // On a phone the list scrolls under a finger, except on a grip.
    await page.setViewportSize(phone)
    const grip = cards.nth(1).locator('[data-grip]')
    expect(await page.evaluate("getComputedStyle(document.querySelector('[data-grip]')).touchAction")).toBe('none')
    await dragByTouch(page, grip, cards.nth(0))
    await soon(async () => expect((await titles())[0]).toBe('Heading'))
    await page.setViewportSize(desktop)
    await press(page, 'Add button')
    await page.getByText('Saved', { exact: true }).waitFor()
    await preview.getByRole('link', { name: 'Open' }).waitFor()
    // Lower than the others: a picture of so much text would be too large for the guide.
    await page.setViewportSize({ ...desktop, height: 640 })
    await keepPicture(page, 'template-blocks')
    await page.setViewportSize(desktop)
    expect(await seriousFaults(page, 'all')).toEqual([])

    const content = page.getByRole('textbox', { name: 'Content' })
    // By the keys of the editor: it draws the lines in sight alone, and `fill` would replace no others.
    await content.press('ControlOrMeta+a')
    await page.keyboard.insertText('<mjml>\n<mj-body>\n<mj-section>\n</mj-body>\n</mjml>')
    await page.getByRole('button', { name: 'MJML, line 3: <mj-section> is not closed' }).click()
    await page.locator('.cm-faulty[data-fault="<mj-section> is not closed"]', { hasText: '<mj-section>' }).waitFor()
    await page.locator('.cm-faulty-number', { hasText: '3' }).waitFor()
    await content.and(page.locator(':focus')).waitFor()
    await keepPicture(page, 'template-fault')
    await page.setViewportSize(phone)
    expect(await beyondEdge(page)).toBe(0)
    await keepPicture(page, 'template-fault-phone')
    // A refusal is an answer with a status that a browser complains of.
    expect(faults.filter(fault => !fault.includes('400'))).toEqual([])

    await page.setViewportSize(desktop)
    await page.goto('/templates')
    const small = page.getByRole('row', { name: /Receipt/ }).frameLocator('iframe')
    await small.locator('.page').first().waitFor()
    await keepPicture(page, 'templates-in-small')
    expect(await seriousFaults(page, 'all')).toEqual([])
    await page.context().close()
  })

  test.concurrent('a member without the right sees neither the buttons nor the data', async () => {
    const viewer = await newVisitor()
    const page = await viewer.newPage()
    const letThrough = await holdBack(page, '**/console/instance')
    await page.route('**/console/invitations/read', route => route.fulfill({ status: 503, json: {} }), { times: 1 })
    await page.goto(await invitationFor('eve@example.com', 'viewer'))
    await press(page, 'Try again')
    await page.getByLabel('Your name').fill('Eve')
    await page.getByLabel('Password').fill(goodPassword)
    letThrough()
    await page.getByText('Sign in with Keycloak').waitFor()
    await press(page, 'Join')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const pages = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts()
    expect(pages).toContain('Contacts')
    expect(pages).not.toContain('API keys')

    await page.goto('/keys')
    await page.getByText('Your role does not have access').waitFor()
    expect(await buttonsOf(page, 'New key')).toBe(0)
    expect(await page.getByRole('table').count()).toBe(0)
    // Nobody is charged on an installation without plans: there are no credits to see.
    await page.goto('/usage?view=ledger')
    await settle(page)
    expect(await page.getByRole('tab').count()).toBe(0)
    expect(await page.getByText(/credits|plan\b/i).count()).toBe(0)
    await page.goto('/contacts')
    await settle(page)
    expect(await buttonsOf(page, /New contact|Import/)).toBe(0)
    await page.goto('/emails')
    await page.getByRole('row', { name: 'The very first' }).getByRole('link').click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    expect(await buttonsOf(page, 'Send again')).toBe(0)
    await page.goto('/settings?view=members')
    await page.getByText('ada@acme.test').waitFor()
    expect(await buttonsOf(page, /Invite|Remove/)).toBe(0)
    const [one, other] = ['@example.com', '@acme.test'].map(value => ({ field: 'email', operator: 'ends_with', value }))
    const filter = { all: [one, { any: [other] }] }
    const segment = await live.post<{ id: string }>('/v1/segments', { name: 'Only to look at', filter })
    await page.goto(`/segments/${segment.body.id}`)
    await page.getByText('Matching contacts').waitFor()
    expect(await buttonsOf(page, /Add|Remove|^not/)).toBe(0)
    expect(await page.getByLabel('Name').isDisabled()).toBe(true)
    expect(await page.getByLabel('Comparison').first().isDisabled()).toBe(true)
    await viewer.close()
  })

  test.concurrent('somebody signs in with the provider, has the role of their group, and goes on where they wanted to', async () => {
    const claims = { email: 'grace@acme.test', name: 'Grace Hopper', groups: ['mail'] }
    provider.people.set('grace', { ...claims, email_verified: false })
    const signInAsGrace = async () => {
      const context = await newVisitor()
      const page = await context.newPage()
      await page.goto('/domains')
      await press(page, 'Sign in with Keycloak')
      await page.getByPlaceholder('Enter any login').fill('grace')
      await page.getByPlaceholder('and password').fill('any')
      await press(page, 'Sign-in')
      await press(page, 'Continue')
      return page
    }
    const refused = await signInAsGrace()
    await refused.getByRole('alert').getByText('Keycloak does not say that your email address is verified').waitFor()
    await keepPicture(refused, 'sign-in-refused')
    expect(refused.url()).toBe(`${service.url}/sign-in/callback`)
    await refused.context().close()

    provider.people.set('grace', { ...claims, email_verified: true })
    const page = await signInAsGrace()
    await page.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
    await page.goto('/settings?view=members')
    const row = page.getByRole('row', { name: 'grace@acme.test' })
    await row.getByText('Role from groups at Keycloak').waitFor()
    expect(await row.innerText()).toContain('Developer')
    await page.goto('/settings?view=account')
    await page.getByText('Your account is connected to Keycloak').waitFor()
    expect(await buttonsOf(page, 'Change password')).toBe(0)
    await keepPicture(page, 'account-connected')
    await page.context().close()
  })

  const buttonsOf = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).count()

  async function invitationFor(email: string, role: string): Promise<string> {
    const page = await ownPage()
    await page.goto('/settings?view=members')
    await press(page, 'Invite')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Role', { exact: true }).selectOption(role)
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await page.getByRole('dialog').locator('code').innerText()
    await page.context().close()
    return link
  }

  // By itself: it fills a core for seconds, and what others wait for beside it came too late once.
  test('ten thousand contacts come from a file, and the two that cannot are told with the reason; a column becomes a field', async () => {
    const page = await ownPage()
    await page.goto('/contacts')
    await press(page, 'Import')
    const rows = Array.from({ length: 10_000 }, (_, nth) => `person${nth}@example.com;Person ${nth};pro`)
    rows[41] = 'nobody;No Body'
    rows[9_998] = ';No Address'
    const file = ['Mail;Vorname;Our plan', ...rows].join('\r\n')
    await page.getByLabel('CSV file').setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.getByLabel('Our plan becomes').selectOption({ label: 'New field: our_plan' })
    await keepPicture(page, 'import-mapping')
    await press(page, 'Import 10,000 rows')

    const bar = page.getByRole('progressbar', { name: 'Imported' })
    const steps = new Set<string | null>()
    const look = async () => {
      steps.add(await bar.getAttribute('aria-valuenow'))
      expect(await page.getByText('Finished all 10,000 rows.').isVisible()).toBe(true)
    }
    await vi.waitFor(look, { interval: 50, timeout: 50_000 })
    expect(steps.size, 'the bar moves').toBeGreaterThan(3)
    const refused = page.getByRole('region', { name: 'Refused rows' })
    expect(await refused.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Row 42\s+\S.*email/is),
      expect.stringMatching(/^Row 9,999\s+\S/),
    ])
    await keepPicture(page, 'import')
    const [report] = await Promise.all([page.waitForEvent('download'), press(page, 'Download report')])
    expect(report.suggestedFilename()).toBe('refused-p.csv')
    await press(page, 'Done')
    await press(page, 'Fields')
    await page.getByRole('dialog').getByText('our_plan').waitFor()
    await keepPicture(page, 'fields')
    await page.context().close()

    const stored = await live.get('/v1/contacts?search=person9999@example.com&properties=our_plan:eq:pro')
    expect(stored.body).toMatchObject({ data: [{ properties: { our_plan: 'pro' } }] })
  })

  test('a file with columns that nobody knows becomes a broadcast that is sent, by mouse alone', async () => {
    await prepareSeason(live)
    const { page, faults } = await openTab(await ownerAnew(), service.url)

    await importSeason(page)
    await sendSeason(page)
    await followSeason(page)

    const { body } = await live.get<{ data: { id: string; subject: string }[] }>('/v1/emails?to=una@season.example.com')
    expect(body.data.map(({ subject }) => subject)).toEqual(['Colors for Una'])
    const email = await live.get<{ html: string }>(`/v1/emails/${body.data[0]?.id}`)
    expect(email.body.html).toContain('You like red')
    await stopSlowOne(page, live)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test.concurrent('says that the server is away, keeps what it shows, and goes on by itself', async () => {
    const context = await ownerAnew()
    const page = await context.newPage()
    await page.goto('/emails')
    await page.getByRole('row', { name: 'The very first' }).waitFor()

    await context.setOffline(true)
    const go = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await go('SMS')
    await page.getByText('Could not load this').waitFor()
    await page.getByText('Cannot reach the server. This page may be out of date.').waitFor()
    await go('Emails')
    await page.getByRole('row', { name: 'The very first' }).waitFor()
    await go('SMS')
    await page.getByText('Could not load this').waitFor()

    await context.setOffline(false)
    await page.getByText('Could not load this').waitFor({ state: 'detached' })
    await page.getByText('This page may be out of date.').waitFor({ state: 'detached' })
    await context.close()
  })

  test.concurrent('whoever comes back to a list is on the row they had opened, with their filters', async () => {
    const page = await ownPage()
    await page.goto('/emails?q=very')
    const row = page.getByRole('row', { name: 'The very first' }).getByRole('link')
    await row.click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.getByRole('heading', { name: 'The very first' }).and(page.locator(':focus')).waitFor()
    for (const name of ['cc@example.com', 'bcc@example.com', 'help@acme.test'])
      await page.getByRole('definition').getByText(name, { exact: true }).waitFor()

    await page.goBack()
    await row.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Emails' }).click()
    await row.and(page.locator(':focus')).waitFor()
    expect(page.url()).toContain('q=very')
    await page.context().close()
  })

  test.concurrent('leads from an address that is none to the overview, or to the sign-in page', async () => {
    const [member, stranger] = await Promise.all([ownerAnew(), newVisitor()])
    const [page, other] = await Promise.all([member.newPage(), stranger.newPage()])

    await page.goto('/nonsense/and/more')
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await other.goto('/nonsense')
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await Promise.all([member.close(), stranger.close()])
  })

  test.concurrent('a detail that is not here says so under its heading, with the way back to its list', async () => {
    const page = await ownPage()
    const lists = ['emails', 'sms', 'broadcasts', 'contacts', 'segments', 'templates', 'workflows', 'webhooks']
    for (const list of lists) {
      await page.goto(`/${list}/01945c1e-8d7a-7c3b-9a54-000000000000`)
      await page.getByText('Not found').waitFor()
      const main = page.getByRole('main')
      expect(await main.getByRole('heading', { level: 1 }).count(), list).toBe(1)
      expect(await main.getByRole('link').first().getAttribute('href'), list).toBe(`/${list}`)
    }
    await page.context().close()
  })

  test.concurrent('on a phone a name without a gap stays on the page, and the chosen tab is in sight', async () => {
    const name = 'L'.repeat(100)
    const { body } = await live.post<{ id: string }>('/v1/segments', { name })
    const context = await ownerAnew()
    const page = await context.newPage()
    await page.setViewportSize(phone)
    const title = `The webhook https://hooks.example.com/${'x'.repeat(200)} is failing`
    const webhook = { kind: 'webhook_failing', severity: 'warning', title, detail: '', link: '/webhooks' }
    const unverified = (nth: number) => ({
      ...webhook,
      kind: 'domain_unverified',
      title: `Domain ${nth}`,
      link: '/domains',
    })
    const attention = [webhook, ...Array.from({ length: 8 }, (_, nth) => unverified(nth))]
    await page.route('**/console/attention', route => route.fulfill({ json: { data: attention } }))

    await page.goto(`/segments/${body.id}`)
    await page.getByRole('heading', { name }).waitFor()
    expect(await beyondEdge(page)).toBe(0)
    await page
      .getByRole('main')
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name }).waitFor()
    expect(await beyondEdge(page)).toBe(0)
    // A toast above a dialog is part of it: all else is out of reach.
    await page.route(`**/v1/segments/${body.id}`, route =>
      route.fulfill({ status: 500, json: { message: 'Too bad.' } }),
    )
    await dialog.getByRole('button', { name: 'Delete segment' }).click()
    await dialog.getByRole('status').getByText('Too bad.').waitFor()
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Too bad.').waitFor({ state: 'detached' })
    await live.post('/v1/topics', { name: 'T'.repeat(50) })
    await page.goto('/signup-forms')
    await press(page, 'New form')
    await page.getByRole('dialog').getByLabel('T'.repeat(50)).waitFor()
    expect(await beyondEdge(page)).toBe(0)
    const beyondForm = '(form => form.scrollWidth - form.clientWidth)(document.querySelector("dialog form"))'
    expect(await page.evaluate(beyondForm)).toBe(0)
    await page.goto('/')
    await page.getByText(title).waitFor()
    expect(await beyondEdge(page)).toBe(0)
    expect(await page.getByText('Domain 7').count()).toBe(0)
    await press(page, 'Show all 9')
    await page.getByText('Domain 7').waitFor()
    await page.goto('/settings?view=account')
    await settle(page)
    const chosen = await page.getByRole('tab', { name: 'Your account', selected: true }).boundingBox()
    expect(chosen && chosen.x + chosen.width).toBeLessThan(phone.width)
    const marked = page.getByRole('navigation', { name: 'Most used pages' }).locator('[aria-current]')
    expect(await marked.allInnerTexts()).toEqual(['More'])
    await page.goto('/inbox')
    await settle(page)
    expect(await marked.allInnerTexts()).toEqual(['Inbox'])
    await context.close()
  })

  test.concurrent.for([
    [
      'a dialog outlives a double click and a selection that ends outside, asks before it drops what was typed, gives the focus back, and stays when the session ends',
      checkDialog,
    ],
    ['what arrives while nobody looks at the tab is there when somebody does', checkInbox],
    [
      'a broadcast keeps what is written while an older read is late, and is saved once the service is no longer busy',
      checkComposer,
    ],
    [
      'when the session ends, what is not saved stays on the page, and is saved after a sign-in in another tab',
      checkEndedSession,
    ],
    ['a workflow is activated and shown as somebody else has saved it meanwhile', checkWorkflow],
    ['the menu opens only what was found with the words that are in it', checkMenu],
    ['a signup form that is saved before its topics are read keeps them', checkSignupForm],
    ['a bulk action passes over a contact that somebody else has deleted', checkBulk],
  ] as const)('%s', async ([, check]) => {
    const page = await ownPage()
    await check(page, live)
    await page.context().close()
  })

  test.concurrent('without https, too, dialogs open, and a key that is shown once can be copied', async () => {
    const page = await (await newVisitor()).newPage()
    await checkWithoutHttps(page, service.url)
    await page.context().close()
  })

  test.concurrent('whoever leaves a segment or a tab of the settings that is not saved is asked, and nobody else', async () => {
    const filter = { field: 'email', operator: 'ends_with', value: '@example.com' }
    const { body } = await live.post<{ id: string }>('/v1/segments', { name: 'Before', filter: { all: [filter] } })
    const page = await ownPage()
    const leave = () => page.getByRole('link', { name: 'Topics', exact: true }).click()
    await page.goto(`/segments/${body.id}`)
    await page.getByLabel('Name').fill('After')
    await leave()
    await page.getByText('Leave without saving?').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Name').inputValue()).toBe('After')

    // A refusal that is about none of the fields is shown as well.
    const details = [{ path: 'description', message: 'is too long' }]
    await page.route(`**/v1/segments/${body.id}`, route => route.fulfill({ status: 400, json: { details } }), {
      times: 1,
    })
    await press(page, 'Save')
    await page.getByRole('alert').getByText('description is too long').waitFor()
    // What somebody else changes meanwhile is not changed back.
    const other = { all: [{ ...filter, value: '@elsewhere.example.com' }] }
    await live.patch(`/v1/segments/${body.id}`, { filter: other })
    await press(page, 'Save')
    await page.getByRole('heading', { name: 'After' }).waitFor()
    expect(await live.get(`/v1/segments/${body.id}`)).toMatchObject({ body: { name: 'After', filter: other } })
    await leave()
    await page.getByRole('heading', { name: 'Topics', level: 1 }).waitFor()
    await page.goto(`/segments/${body.id}`)
    await press(page, 'Actions for After')
    await page.getByRole('menuitem', { name: 'Name and description' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Later')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Later', level: 1 }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Later')
    await leave()
    await page.getByRole('heading', { name: 'Topics', level: 1 }).waitFor()
    await page.goto(`/segments/${body.id}`)
    await page.getByLabel('Name').fill('Deleted')
    await press(page, 'Actions for Later')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await press(page, 'Delete segment')
    await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor()

    const choose = (name: string) => page.getByRole('tab', { name }).click()
    for (const [view, tab, label] of [
      ['organization', 'Organization', 'Message when unsubscribing'],
      ['account', 'Your account', 'Name'],
    ] as const) {
      await page.goto(`/settings?view=${view}`)
      await page.getByLabel(label).fill('Half a sentence')
      await choose('Members')
      await page.getByText('Leave without saving?').waitFor()
      await press(page, 'Keep editing')
      expect(await page.getByLabel(label).inputValue()).toBe('Half a sentence')
      await page.getByRole('tab', { name: tab, selected: true }).waitFor()
      await choose('Members')
      await press(page, 'Leave')
      await page.getByRole('tab', { name: 'Members', selected: true }).waitFor()
    }
    await page.context().close()
  })

  test.concurrent('the simulation of a workflow takes the data of its event, and says what is wrong with it', async () => {
    const mail = { from: 'hello@acme.test', subject: 'Paid: {{ trigger.data.total }}', text: 'Thank you.' }
    const { body } = await live.post<{ id: string }>('/v1/workflows', {
      name: 'Receipts',
      trigger_config: { type: 'event', event: 'order.paid' },
      workflow_definition: { steps: [{ key: 'receipt', type: 'send_email', config: mail }], connections: [] },
    })
    const { page, faults } = await openTab(await ownerAnew(), service.url)
    await page.goto(`/workflows/${body.id}?tab=rehearse`)
    const data = page.getByLabel('Event data')
    const simulate = page.getByRole('button', { name: 'Simulate', exact: true })

    await data.fill('{"total": 49')
    await page.getByText('This is not valid JSON').waitFor()
    expect(await simulate.isDisabled()).toBe(true)
    await data.fill(JSON.stringify({ total: '9'.repeat(5_000) }))
    await simulate.click()
    await page.getByText('4,096 bytes').waitFor()
    expect(await data.getAttribute('aria-invalid')).toBe('true')
    await data.fill('{"total": 49.5}')
    await simulate.click()

    await page.getByText('Paid: 49.5').waitFor()
    expect(await seriousFaults(page, 'all')).toEqual([])
    // A refusal is an answer with a status that a browser complains of.
    expect(faults.filter(fault => !fault.includes('400'))).toEqual([])
    await page.context().close()
  })

  test.concurrent('the preferences page fits on a phone, by day and by night, however long the names of topics are', async () => {
    const topic = { id: '1', name: 'N'.repeat(50), description: 'D'.repeat(200), subscribed: true, pending: false }
    const page = await (await newVisitor({ viewport: phone })).newPage()
    const brand = { name: 'B'.repeat(100), color: '#2f52d0', website: null, logo: null }
    const words = {
      unsubscribeWords: 'U'.repeat(200),
      confirmationWords: null,
      address: `${'a'.repeat(64)}@example.com`,
    }
    const asked = { ...topic, id: '2', subscribed: false, pending: true }
    const shown = { brand, ...words, isSubscribed: true, topics: [topic, asked], topicId: topic.id }
    await page.setContent(preferencesPage(shown, '/font.woff2', 'saved'))

    await page.getByText('Waits for your confirmation').waitFor()
    expect(await beyondEdge(page)).toBe(0)
    expect(await seriousFaults(page, 'all')).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await seriousFaults(page, 'colors')).toEqual([])
    await keepPicture(page, 'page-preferences-phone-dark')
    await page.context().close()
  })

  test.concurrent('a file with one row is one row, before, during and after its import', async () => {
    const page = await ownPage()
    await page.goto('/contacts')
    await press(page, 'Import')
    const input = page.getByLabel('CSV file')
    const choose = (text: string) =>
      input.setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('email,first_name\nonly@one-row.example.com,"Only')
    await page.getByText('A quote is opened and never closed').waitFor()
    expect(await input.inputValue(), 'so that the same file can be chosen again').toBe('')
    await choose('email,first_name\nonly@one-row.example.com,Only')
    await page.getByText('has 1 row. What').waitFor()
    await press(page, 'Import 1 row')
    await page.getByText('Finished the only row.').waitFor()
    await page.context().close()
  })

  test.concurrent('the guide finds a word, under its policy, and is readable by night and on a phone', async () => {
    const { page, faults } = await openTab(await newVisitor(), service.url)
    await page.goto('/docs/guide')
    expect(await seriousFaults(page, 'all')).toEqual([])

    await page.getByRole('searchbox').fill('pgboun')
    await page.getByRole('link', { name: 'PgBouncer', exact: false }).first().click()

    await page.getByRole('heading', { name: 'Operating Posthorn' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#pgbouncer')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await seriousFaults(page, 'colors')).toEqual([])
    await page.setViewportSize(phone)
    expect(await beyondEdge(page)).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test.concurrent('a domain shows what receivers make of it, and new keys with the records to set', async () => {
    const { page, faults } = await openTab(await ownerAnew(), service.url)
    await page.goto('/domains')
    await press(page, 'Add domain')
    await page.getByLabel('Domain', { exact: true }).fill('shop.test')
    // As low as if many domains were above it.
    await page.setViewportSize({ ...desktop, height: 200 })
    await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
    await page.getByText('Missing').first().waitFor()
    const title = await page.getByRole('heading', { name: 'shop.test' }).boundingBox()
    expect(title?.y).toBeLessThan(100)
    await page.setViewportSize(desktop)
    const records = await recordsOnPage(page)
    publish(dns.table, records)
    dns.table['bounces.shop.test'] = { ...Object(dns.table['bounces.shop.test']), TXT: ['v=spf1 -all', 'v=spf1 ?all'] }

    await press(page, 'Check now')

    const checks = page.getByRole('region', { name: 'Checks' })
    await checks.getByRole('heading', { name: 'Problems' }).waitFor()
    await checks.getByText('Put their entries into one').waitFor()
    await checks.getByText('bounces.shop.test. IN TXT "v=spf1 a:mail.posthorn.test ~all"').waitFor()
    expect(await checks.getByText('The key is ours.').first().isVisible(), 'passed checks are collapsed').toBe(false)
    await checks.getByText(/^Passed/).click()
    await checks.getByText('The key is ours.').first().waitFor()
    await checks.scrollIntoViewIfNeeded()
    await keepPicture(page, 'domain-checks')

    await page.getByRole('switch', { name: 'Require TLS' }).click()
    await page.getByRole('switch', { name: 'Require TLS', checked: true }).waitFor()
    await press(page, 'Rotate keys')
    await page.getByRole('dialog').getByText('The old keys sign until the new ones are found').waitFor()
    await press(page, 'Create new keys')
    await page.getByRole('heading', { name: 'New DKIM', exact: true }).waitFor()
    await page.getByText('New keys are pending').waitFor()
    const [rsa, ed25519] = (await recordsOnPage(page)).filter(({ name }) => !records.some(old => old.name === name))
    publish(dns.table, rsa && ed25519 ? [rsa, ed25519] : [])
    await press(page, 'Check now')
    await page.getByText('The new keys have been in use since').waitFor()
    const old = records.filter(({ name }) => name.includes('_domainkey')).map(({ name }) => name)
    for (const name of old) await page.getByRole('listitem').getByText(name, { exact: true }).last().waitFor()
    expect([...faults, ...(await seriousFaults(page, 'all'))]).toEqual([])
    await page.setViewportSize(phone)
    expect(await beyondEdge(page)).toBe(0)
    await page.context().close()
  })

  /** The DNS records as a person would copy them. */
  async function recordsOnPage(page: Page) {
    const lists = await page.locator('dl').filter({ hasText: 'Value' }).all()
    return Promise.all(
      lists.map(async list => {
        const [type = '', name = '', value = ''] = await list.getByRole('definition').allTextContents()
        return { type: type === 'MX' ? ('MX' as const) : ('TXT' as const), name, value }
      }),
    )
  }

  test('a segment built with the mouse counts who meets it while it is built, and a contact tells why it is in it', async () => {
    const { page, faults } = await openTab(owner, service.url)
    const { body: hopper } = await live.post<{ id: string }>('/v1/contacts', { email: 'hopper@segment.example' })
    await live.post('/v1/contacts', { email: 'turing@segment.example', email_subscribed: false })
    await page.goto('/segments')
    await page.getByRole('link', { name: 'New segment' }).click()
    await page.getByLabel('Name').fill('Built by mouse')
    await press(page, 'Add condition')
    await page.getByLabel('Filter by').selectOption('Custom event')
    const times = page.getByLabel('Times', { exact: true })
    await times.press('End')
    await times.press('Backspace')
    await times.pressSequentially('5')
    expect(await times.inputValue(), 'not 15').toBe('5')
    await page.getByLabel('Filter by').selectOption('Email address')
    await page.getByLabel('Comparison').selectOption('ends with')
    await page.getByText('Add a condition and fill it in').waitFor()
    await page.getByLabel('Value').fill('@segment.example')
    await page.getByText('2 contacts').waitFor()
    await press(page, 'Add group')
    await page.getByRole('button', { name: 'Add condition' }).first().click()
    await page.getByText('1 contact', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'hopper@segment.example' }).waitFor()
    await press(page, 'Create segment')
    await page.getByRole('heading', { name: 'Built by mouse' }).waitFor()
    await keepPicture(page, 'segment-built')

    await page.getByRole('link', { name: 'Show contacts' }).click()
    await page.getByRole('row', { name: 'hopper@segment.example' }).waitFor()
    expect(await page.getByRole('row', { name: 'turing@segment.example' }).count()).toBe(0)
    await page.goto(`/contacts/${hopper.id}`)
    await page.getByLabel('Segment to check').selectOption('Built by mouse')
    await page.getByText('The contact belongs to Built by mouse.').waitFor()
    await page.getByText('email_subscribed is true').waitFor()
    expect(faults).toEqual([])
    await page.close()
  })

  // After the ten thousand contacts: each of them would go its way.
  test('a workflow built with the mouse runs', async () => {
    const page = await owner.newPage()
    const add = async (where: string, what: string) => {
      await press(page, where)
      await page.getByRole('dialog').getByRole('button', { name: what }).click()
    }
    await page.goto('/workflows')
    await press(page, 'New workflow')
    await page.getByLabel('Name').fill('By mouse')
    await press(page, 'Create draft')
    await add('Add the first step', 'Update contact')
    await page.getByLabel('Last name').fill('Hopper')
    await add('Add a step after update_contact, Then', 'Exit')
    await add('Add a step between update_contact and exit', 'Send email')
    await page.getByLabel('From', { exact: true }).fill('hello@acme.test')
    await press(page, 'Custom content')
    await page.getByLabel('Subject').fill('Hi {{ contact.first_name }} {{ contact.last_name }}')
    await page.getByLabel('HTML').fill('<p>Hello.</p>')
    await press(page, 'Activate')
    await page.getByText('New contacts use this version').waitFor()
    await page.getByRole('tab', { name: 'Runs' }).click()

    await live.post('/v1/contacts', { email: 'grace@example.com', first_name: 'Grace' })

    await page.getByRole('listitem').getByText('Completed').waitFor()
    const { body } = await live.get<{ data: { subject: string }[] }>('/v1/emails?to=grace@example.com')
    expect(body.data.map(({ subject }) => subject)).toEqual(['Hi Grace Hopper'])
    await page.close()
  })

  // Alone: while it runs, live email of everybody leaves.
  test('a relay is chosen, checked, saved and tried, and the next email leaves by it', async () => {
    await using sink = await startSmtpSink({ tls: 'off' })
    const { page, faults } = await openTab(await ownerAnew(), service.url)
    await page.goto('/settings?view=delivery')
    const email = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Email', exact: true }) })
    await email.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Provider').selectOption('Gmail')
    await page.getByLabel('App password').waitFor()
    await keepPicture(page, 'transport-preset')
    await page.getByLabel('Provider').selectOption('SMTP server')
    await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port', { exact: true }).fill('1')
    await page.getByLabel('Encryption').selectOption('none')
    await press(page, 'Check')
    await page.getByText('127.0.0.1 refuses connections on port 1.').waitFor()
    await keepPicture(page, 'transport-check-failed')
    expect(await seriousFaults(page, 'all')).toEqual([])

    await page.getByLabel('Port', { exact: true }).fill(String(sink.port))
    await page.getByText('refuses connections').waitFor({ state: 'detached' })
    await press(page, 'Check')
    await page.getByText('127.0.0.1 answers, unencrypted.').waitFor()
    await page.setViewportSize(phone)
    await keepPicture(page, 'transport-check-phone')
    expect(await beyondEdge(page)).toBe(0)
    await page.setViewportSize(desktop)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText(`127.0.0.1:${sink.port}, saved here`).waitFor()
    await changeTheme(page, 'dark')
    await keepPicture(page, 'transport-saved-dark')
    expect(await seriousFaults(page, 'colors')).toEqual([])
    expect(sink.received).toBe(0)

    const letThrough = await holdBack(page, '**/v1/domains*')
    await email.getByRole('button', { name: 'Send a test' }).click()
    await page.getByLabel('From', { exact: true }).fill('hello@acme.test')
    const answered = page.waitForResponse('**/v1/domains*')
    letThrough()
    await answered
    await press(page, 'Send test')
    await page.getByRole('heading', { name: 'Test sent' }).waitFor()
    await keepPicture(page, 'transport-test-sent')
    expect((await sink.waitFor(1)).map(({ rcptTo }) => rcptTo)).toEqual([['ada@acme.test']])
    await page.goto('/emails')
    await page
      .getByRole('row', { name: /ada@acme\.test.*Sent/ })
      .first()
      .waitFor()

    await page.goto('/settings?view=delivery')
    await email.getByRole('button', { name: 'Change' }).click()
    await press(page, 'Remove')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await email.getByText('Captured in the inbox').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  // Alone: while it runs, everybody in the organization is charged, and live email leaves.
  test('where messages cost credits, the ledger says what each cost and the rate card what the next will', async () => {
    const operator = await signedIn()
    const setPlan = (...limits: string[]) =>
      posthorn(folder.path, 'organization', 'set-plan', operator.organization, '--plan', 'enterprise', ...limits)
    await setPlan('--sends-per-month', '1000')
    onTestFinished(async () => void (await setPlan()))
    await sendToTwo(live, operator)
    const { page, faults } = await openTab(await ownerAnew(), service.url)
    await checkCharges(page)
    expect(faults).toEqual([])
    await page.context().close()
  })

  describe('every page, by day, by night and on a phone', () => {
    let ids: Seeds
    let withMember: ReturnType<typeof lend>
    let withStranger: ReturnType<typeof lend>

    beforeAll(async () => {
      ids = await seed(live, client(service.url, service.testKey), await signedIn())
      // Each in a window of its own, which is a process of its own.
      withMember = lend(await Promise.all([1, 2].map(async () => openTab(await ownerAnew(), service.url))))
      withStranger = lend([await openTab(await newVisitor(), service.url)])
    })

    test.concurrent.for(pagesOfMembers)('%s', async ([name, pathOf]) => {
      await withMember(tab => inEveryLook(tab, name, pathOf(ids)))
    })

    test.concurrent.for(pagesOfStrangers)('%s', async ([name, pathOf]) => {
      await withStranger(tab => inEveryLook(tab, name, pathOf(ids)))
    })

    /** Loaded once: the page follows the theme and the width. */
    async function inEveryLook({ page, faults }: Tab, name: string, path: string): Promise<void> {
      await page.setViewportSize(desktop)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(path)
      await settle(page)
      await judge({ page, faults }, `${name}-light`, 'all')
      await page.setViewportSize(phone)
      await judge({ page, faults }, `${name}-phone`, 'sizes')
      const beyond = await beyondEdge(page)
      expect(beyond, 'nothing reaches beyond the edge of a phone').toBe(0)
      expect(await crampedButtons(page), 'every button has room for its words').toEqual([])
      await page.setViewportSize(desktop)
      await changeTheme(page, 'dark')
      await judge({ page, faults }, `${name}-dark`, 'colors')
    }

    async function judge({ page, faults }: Tab, name: string, rules: Rules): Promise<void> {
      await keepPicture(page, name)
      expect([...faults.splice(0), ...(await seriousFaults(page, rules))], name).toEqual([])
    }
  })
})
