import type { ReceiverAnalytics } from '@posthorn/contract/account'
import { operations } from '@posthorn/contract/all-operations'
import type { Contact } from '@posthorn/contract/audience/contacts'
import { allConsoleOperations, consoleOperations } from '@posthorn/contract/console/all-operations'
import type { BroadcastPause, BroadcastRules } from '@posthorn/contract/console/broadcasts'
import type { Invitation, Member } from '@posthorn/contract/console/members'
import type { Key } from '@posthorn/contract/console/organizations'
import { type Role, rightsOf, roles } from '@posthorn/contract/console/permissions'
import type { Session } from '@posthorn/contract/console/session'
import type { EmailPreflight } from '@posthorn/contract/messages/preflight'
import type { Template } from '@posthorn/contract/messages/templates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, client } from '../http-client/client.ts'
import { goodPassword, type Visitor, visitor } from '../http-client/console-visitor.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { totp } from '../http-client/totp.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { type Service, startService } from '../service/service.ts'
import { setUpToken } from '../service/set-up-link.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

const folder = usedDataFolder()
let service: Service
let owner: Visitor
let organization: string
const ownerEmail = 'Owner@Example.com'

beforeAll(async () => {
  service = await startService({ dataDir: folder.path })
}, 60_000)
afterAll(async () => {
  await service.stop()
  folder[Symbol.dispose]()
})

test('before the set-up nobody can sign in, and a wrong link sets nothing up', async () => {
  const somebody = visitor(service.url)
  const asked = { name: 'Eve', email: 'eve@example.com', password: goodPassword }

  expect((await somebody.get<{ needs_set_up: boolean }>('/console/instance')).body.needs_set_up).toBe(true)
  expect((await somebody.get('/console/session')).status).toBe(401)
  expect((await somebody.post('/console/set-up', { ...asked, token: 'x'.repeat(43) })).status).toBe(404)
  const weak = await somebody.post('/console/set-up', {
    ...asked,
    token: setUpToken(service.dataDir),
    password: 'Password123!',
  })
  expect(weak.body).toMatchObject({ code: 'validation_error', details: [{ path: 'password' }] })
})

test('when two set up at once, one becomes the owner and is signed in, and the link is used up', async () => {
  const both = [visitor(service.url), visitor(service.url)]
  const asked = (nth: number) => ({
    token: setUpToken(service.dataDir),
    name: 'Owner',
    email: nth === 0 ? ownerEmail : 'second@example.com',
    password: goodPassword,
    organization_name: 'Acme',
  })

  const answers = await Promise.all(both.map((one, nth) => one.post('/console/set-up', asked(nth))))

  const winner = answers.findIndex(answer => answer.status === 200)
  expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 404])
  owner = both[winner] as Visitor // as: there are two
  const { body } = await owner.get<Session>('/console/session')
  expect(body).toMatchObject({
    person: { email: winner === 0 ? ownerEmail.toLowerCase() : 'second@example.com', has_totp: false },
    organizations: [
      { name: 'Acme', role: 'owner', is_charged: false, environments: [{ mode: 'live' }, { mode: 'test' }] },
    ],
    instance: { needs_set_up: false, public_url: service.url },
  })
  organization = body.organizations[0]?.id ?? ''
  owner = owner.at({ organization })
  expect((await visitor(service.url).post('/console/set-up', asked(1))).status).toBe(404)
})

const emailOf = async (who: Visitor) => (await who.get<Session>('/console/session')).body.person.email

test('a session cookie is only for the browser, and each sign-in sets a new one', async () => {
  const browser = visitor(service.url)
  const credentials = { email: await emailOf(owner), password: goodPassword }

  const first = await browser.post('/console/sign-in', credentials)
  const [cookie = ''] = first.headers['set-cookie'] ?? []
  expect(cookie).toMatch(/^posthorn\.session_token=/)
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; SameSite=Lax/)
  expect(cookie).not.toMatch(/Secure/)
  const before = browser.cookie()
  await browser.post('/console/sign-in', credentials)
  expect(browser.cookie()).not.toBe(before)
})

test('an unknown address and a wrong password are answered alike', async () => {
  const browser = visitor(service.url)
  const wrong = await browser.post('/console/sign-in', { email: await emailOf(owner), password: 'not the right one' })
  const unknown = await browser.post('/console/sign-in', { email: newEmail(), password: 'not the right one' })

  expect(wrong.status).toBe(401)
  expect(unknown.body).toEqual(wrong.body)
})

test('signing out ends the session, also for a copy of its cookie', async () => {
  const browser = await signedIn(await emailOf(owner))
  const copy = browser.cookie()
  expect((await browser.post('/console/sign-out')).status).toBe(200)

  const { status } = await ask(service.url, { path: '/console/session', headers: { cookie: copy } })
  expect(status).toBe(401)
  const { body } = await browser.get('/console/session')
  expect(body.message, 'shown by a page that is still open').toMatch('You are signed out.')
  expect((await owner.get('/console/session')).status).toBe(200)
})

async function signedIn(email: string, password = goodPassword): Promise<Visitor> {
  const browser = visitor(service.url)
  expect((await browser.post('/console/sign-in', { email, password })).status).toBe(200)
  return browser
}

describe('a page of another site', () => {
  const contact = () => ({ method: 'POST', path: '/v1/contacts', body: { email: newEmail() } })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a request that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a request of a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('%s is refused', async (_what, headers) => {
    for (const asked of [contact(), { method: 'POST', path: '/console/sign-out-everywhere' }]) {
      expect((await owner.send({ ...asked, headers })).status).toBe(403)
    }
    const signIn = { email: 'a@example.com', password: goodPassword }
    expect(
      (await visitor(service.url).send({ method: 'POST', path: '/console/sign-in', body: signIn, headers })).status,
    ).toBe(403)
  })

  test('no header of our pages is refused', async () => {
    for (const path of ['/v1/contacts', '/console/sign-out-everywhere', '/console/sign-in']) {
      const headers = { cookie: owner.cookie() }
      const { status } = await ask(service.url, { method: 'POST', path, body: { email: newEmail() }, headers })
      expect(status, path).toBe(403)
    }
  })

  test('cannot read either, and gets no permission to ask', async () => {
    expect((await owner.send({ path: '/v1/contacts', headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    const preflight = await ask(service.url, {
      method: 'OPTIONS',
      path: '/v1/contacts',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('our own page may', async () => {
    const headers = { origin: service.url, 'sec-fetch-site': 'same-origin' }
    expect((await owner.send({ ...contact(), headers })).status).toBe(201)
  })
})

test('without headers only reading is possible, by parameters', async () => {
  const cookie = owner.cookie()
  const place = `organization=${organization}&environment=live`

  expect((await ask(service.url, { path: `/v1/contacts?${place}`, headers: { cookie } })).status).toBe(200)
  expect((await ask(service.url, { path: '/v1/contacts', headers: { cookie } })).status).toBe(403)
  const written = await ask(service.url, {
    method: 'POST',
    path: `/v1/contacts?${place}`,
    body: { email: newEmail() },
    headers: { cookie },
  })
  expect(written.status).toBe(403)
})

const members = new Map<Role, Visitor>()

async function invite(asking: Visitor, role: Role, email = newEmail()) {
  const { body } = await asking.post<Invitation & { link: string }>('/console/invitations', { email, role })
  return { ...body, token: /token=(\S+)/.exec(body.link)?.[1] ?? '' }
}

test('an invitation makes one person a member with its role, once, under the invited address', async () => {
  for (const role of roles) {
    const email = newEmail()
    const { token } = await invite(owner, role, email.toUpperCase())
    const read = await visitor(service.url).post('/console/invitations/read', { token })
    expect(read.body).toMatchObject({ organization_name: 'Acme', email: email.toLowerCase(), role, has_account: false })

    const browsers = [visitor(service.url), visitor(service.url)]
    const accepted = await Promise.all(
      browsers.map(one =>
        one.post('/console/invitations/accept', { token, name: `The ${role}`, password: goodPassword }),
      ),
    )

    expect(accepted.filter(answer => answer.status === 200)).toHaveLength(1)
    const joined = browsers[accepted.findIndex(answer => answer.status === 200)] as Visitor // as: there is one
    expect(await emailOf(joined)).toBe(email.toLowerCase())
    expect((await joined.post('/console/invitations/accept', { token })).status).toBe(404)
    members.set(role, joined.at({ organization }))
  }
  const { body } = await owner.get<{ data: Member[] }>('/console/members')
  expect(body.data.map(member => member.role)).toEqual(['owner', ...roles])
})

test('an invitation is useless to anybody else, and to everybody once it is revoked', async () => {
  const { id, token } = await invite(owner, 'viewer')

  expect((await memberOf('viewer').post('/console/invitations/accept', { token })).status).toBe(403)
  expect((await owner.delete(`/console/invitations/${id}`)).status).toBe(200)
  const late = { token, name: 'Late', password: goodPassword }
  expect((await visitor(service.url).post('/console/invitations/accept', late)).status).toBe(404)
})

const memberOf = (role: Role): Visitor => members.get(role) ?? expect.fail(`nobody is ${role}`)

/** One operation for each permission of people, and some of the API. */
const samples = [
  ['console:read', 'GET', '/console/members'],
  ['console:read', 'GET', '/console/attention'],
  ['console:read', 'GET', '/console/transports'],
  ['keys:manage', 'GET', '/console/keys'],
  ['keys:manage', 'POST', '/console/keys', { name: 'k', permissions: ['emails:read'] }],
  ['members:manage', 'GET', '/console/invitations'],
  ['domains:read', 'GET', '/v1/domains'],
  ['domains:write', 'POST', '/v1/domains', { name: 'mail.acme.test' }],
  ['settings:manage', 'PATCH', '/console/organization', { name: 'Acme' }],
  ['billing:read', 'GET', '/console/ledger'],
  ['contacts:read', 'GET', '/v1/contacts'],
  ['contacts:read', 'GET', '/console/contacts/export'],
  ['contacts:write', 'POST', '/v1/topics', { name: 'News' }],
  ['contacts:write', 'POST', '/v1/contacts/import', { rows: [{ email: 'role@example.com' }] }],
  ['account:read', 'GET', '/v1/credits'],
] as const

describe.each(roles)('a person with the role %s', role => {
  test.each(samples)(
    'may do what needs %s only if the table says so: %s %s',
    async (...[permission, method, path, body]) => {
      const { api, console } = rightsOf[role]
      const needed = path === '/v1/topics' ? 'topics:write' : permission
      const isAllowed = [...api, ...console].some(one => one === needed)

      const { status } = await memberOf(role).send({ method, path, ...(body && { body }) })

      expect(status < 300 ? 'done' : status).toBe(isAllowed ? 'done' : 403)
    },
  )
})

test('an admin manages everybody but owners', async () => {
  const admin = memberOf('admin')
  const { body } = await owner.get<{ data: Member[] }>('/console/members')
  const idOf = (role: Role) => body.data.findLast(member => member.role === role)?.id ?? ''

  expect((await admin.patch(`/console/members/${idOf('viewer')}`, { role: 'developer' })).status).toBe(200)
  expect((await admin.patch(`/console/members/${idOf('viewer')}`, { role: 'viewer' })).status).toBe(200)
  expect((await admin.patch(`/console/members/${idOf('viewer')}`, { role: 'owner' })).status).toBe(403)
  expect((await admin.patch(`/console/members/${idOf('owner')}`, { role: 'viewer' })).status).toBe(403)
  expect((await admin.delete(`/console/members/${idOf('owner')}`)).status).toBe(403)
  expect((await admin.post('/console/invitations', { email: newEmail(), role: 'owner' })).status).toBe(403)
  expect((await memberOf('developer').delete(`/console/members/${idOf('viewer')}`)).status).toBe(403)
})

test('a removed member loses access at once, and the last owner stays', async () => {
  const second = memberOf('owner')
  expect((await owner.post('/console/leave')).status).toBe(200)
  expect((await owner.get('/v1/contacts')).status).toBe(403)
  expect((await owner.get<Session>('/console/session')).body.organizations).toEqual([])

  const refused = await second.post('/console/leave')
  expect(refused.body).toMatchObject({ code: 'invalid_state', message: expect.stringContaining('last owner') })
  const { token } = await invite(second, 'owner', await emailOf(owner))
  expect((await owner.post('/console/invitations/accept', { token })).status).toBe(200)
  expect((await owner.get('/v1/contacts')).status).toBe(200)
})

test('the log shows who signed in and who changed what, but not what they wrote', async () => {
  const email = await emailOf(memberOf('viewer'))
  await visitor(service.url).post('/console/sign-in', { email, password: 'not the right one' })
  const { body } = await (await signedIn(email)).get<Session>('/console/session')
  const { id } = body.person
  await owner.patch(`/console/members/${id}`, { role: 'developer' })
  await owner.patch(`/console/members/${id}`, { role: 'viewer' })
  const by = (await owner.get<Session>('/console/session')).body.person.id

  const lines = () =>
    service
      .output()
      .split('\n')
      .filter(line => /the dashboard"}$/.test(line))
      .map(line => JSON.parse(line))
  await expect.poll(lines).toContainEqual(expect.objectContaining({ operation: 'signIn', status: 200, person: id }))
  expect(lines()).toContainEqual(expect.objectContaining({ operation: 'signIn', status: 401 }))
  const change = { operation: 'changeMember', person: by, organization, subject: id, role: 'developer' }
  expect(lines()).toContainEqual(expect.objectContaining(change))
  const reading = allConsoleOperations.filter(({ method }) => method === 'GET').map(({ id }) => id)
  for (const { operation, status, msg } of lines()) {
    expect(reading).not.toContain(operation)
    expect([200, 201, 401], `of the statuses of ${operation}`).toContain(status)
    expect(msg).toBe(status === 401 ? 'refused a sign-in to the dashboard' : 'changed in the dashboard')
  }
  for (const secret of [email, goodPassword, 'not the right one', owner.cookie()])
    expect(service.output().toLowerCase()).not.toContain(secret.toLowerCase())
})

test('a session sees only its own organization, with live and test apart', async () => {
  const other = await createOrganization(folder.path)
  const { body: contact } = await owner.post<Contact>('/v1/contacts', { email: newEmail() })
  const theirs = await client(service.url, other.live_key).post<Contact>('/v1/contacts', { email: newEmail() })

  for (const path of ['/v1/contacts', '/console/members', '/console/keys', '/console/ledger']) {
    expect((await owner.at({ organization: other.id }).get(path)).status, path).toBe(403)
  }
  for (const pathOf of [(id: string) => `/v1/contacts/${id}`, (id: string) => `/v1/contacts/${id}/history`]) {
    expect((await owner.get(pathOf(theirs.body.id))).status).toBe(404)
    expect((await owner.at({ environment: 'test' }).get(pathOf(contact.id))).status).toBe(404)
    expect((await owner.get(pathOf(contact.id))).status).toBe(200)
  }
})

test('an owner of the first organization creates another one, and the keys of one cannot be revoked from the other', async () => {
  const { body: made } = await owner.post<{ id: string }>('/console/organizations', { name: 'Second' })
  const second = owner.at({ organization: made.id })
  const { body: key } = await second.post<Key>('/console/keys', { name: 'k', permissions: ['emails:read'] })

  expect((await owner.delete(`/console/keys/${key.id}`)).status).toBe(404)
  expect((await second.at({ environment: 'test' }).delete(`/console/keys/${key.id}`)).status).toBe(404)
  expect((await second.delete(`/console/keys/${key.id}`)).status).toBe(200)
  expect((await memberOf('admin').post('/console/organizations', { name: 'Third' })).status).toBe(403)
})

test('a key made in the console works, shows that it is used, and stops working when its end is confirmed', async () => {
  const asked = { name: 'From the page', permissions: ['contacts:read'] }
  const { body: key, status } = await owner.post<Key & { key: string }>('/console/keys', asked)
  expect([status, key.last_used_at]).toEqual([201, null])
  const api = client(service.url, key.key)
  expect((await api.get('/v1/contacts')).status).toBe(200)
  expect((await api.post('/v1/contacts', { email: newEmail() })).status).toBe(403)

  await expect.poll(async () => (await keyIn(owner, key.id))?.last_used_at).toMatch(/Z$/)
  expect((await owner.delete(`/console/keys/${key.id}`)).status).toBe(200)
  expect((await api.get('/v1/contacts')).status).toBe(401)
  expect(await keyIn(owner, key.id)).toMatchObject({ revoked_at: expect.stringMatching(/Z$/) })
  expect(JSON.stringify((await owner.get('/console/keys')).body)).not.toContain(key.key)
})

const keyIn = async (who: Visitor, id: string) =>
  (await who.get<{ data: Key[] }>('/console/keys')).body.data.find(one => one.id === id)

test('everybody who may see a contact sees its history', async () => {
  const { body: contact } = await owner.post<Contact>('/v1/contacts', { email: newEmail(), first_name: 'Ada' })
  await owner.put(`/v1/contacts/${contact.id}`, { first_name: 'Augusta', email_subscribed: false })

  const { body } = await memberOf('viewer').get<{ data: unknown[] }>(`/v1/contacts/${contact.id}/history`)

  expectShape(body, operations.listContactHistory.reply)
  expect(body.data).toMatchObject([
    { type: 'contact.unsubscribed', channels: ['email'] },
    { type: 'contact.updated', changes: [{ field: 'first_name', from: 'Ada', to: 'Augusta' }] },
    { type: 'contact.created', channels: ['email'] },
  ])
})

test('a reader sees earlier versions of a template, and a writer restores them', async () => {
  const [developer, viewer] = [memberOf('developer'), memberOf('viewer')]
  const asked = { friendly_name: 'restored', subject: 'One', html: '<p>One</p>', text: 'One' }
  const { body: template } = await developer.post<Template>('/v1/templates', asked)
  await developer.put(`/v1/templates/${template.id}`, { subject: 'Two', html: '<p>Two</p>' })
  const first = `/console/templates/${template.id}/versions/1`

  const { body: version } = await viewer.get(first)
  expectShape(version, consoleOperations.getTemplateVersion.reply)
  expect(version).toMatchObject({ version: 1, subject: 'One', html: '<p>One</p>' })
  const { body: thumbnail } = await viewer.get(`/console/templates/${template.id}/thumbnail`)
  expectShape(thumbnail, consoleOperations.getTemplateThumbnail.reply)
  expect(thumbnail).toEqual({ html: '<p>Two</p>' })
  expect((await viewer.post(`${first}/restore`)).status).toBe(403)
  const { body: back } = await developer.post(`${first}/restore`)
  expectShape(back, consoleOperations.restoreTemplateVersion.reply)

  expect(back).toMatchObject({ subject: 'One', status: 'draft', version: 3, published_version: 2 })
  expect((await viewer.get(`/v1/templates/${template.id}`)).body).toEqual(back)
  expect((await developer.at({ environment: 'test' }).get(first)).status).toBe(404)
})

test('a code of an app is asked for once it is set up, a backup code works once, and both can be switched off again', async () => {
  const email = await emailOf(memberOf('developer'))
  const developer = memberOf('developer')
  expect((await developer.post('/console/totp', { password: 'not the right one' })).body.code).toBe('validation_error')
  const { body: app } = await developer.post<{ secret: string; backup_codes: string[] }>('/console/totp', {
    password: goodPassword,
  })
  const half = visitor(service.url)
  const credentials = { email, password: goodPassword }
  expect((await half.post('/console/sign-in', credentials)).body).toEqual({ needs_code: false })
  expect((await developer.post('/console/totp/confirm', { code: '000000' })).body.code).toBe('validation_error')
  expect((await developer.post('/console/totp/confirm', { code: totp(app.secret) })).status).toBe(200)

  const browser = visitor(service.url)
  const withCode = async (body: object) => (await browser.post('/console/sign-in/code', body)).status
  expect((await browser.post('/console/sign-in', credentials)).body).toEqual({ needs_code: true })
  expect((await browser.get('/console/session')).status).toBe(401)
  expect(await withCode({ kind: 'totp', code: '000000' })).toBe(401)
  // The code of the next half minute, since the current one has been used.
  const fresh = { kind: 'totp', code: totp(app.secret, Date.now() + 30_000) }
  expect(await withCode(fresh)).toBe(200)
  const watcher = visitor(service.url)
  await watcher.post('/console/sign-in', credentials)
  expect((await watcher.post('/console/sign-in/code', fresh)).status).toBe(401)
  expect((await browser.get<Session>('/console/session')).body.person.has_totp).toBe(true)

  const [code = ''] = app.backup_codes
  for (const expected of [200, 401]) {
    const next = visitor(service.url)
    await next.post('/console/sign-in', credentials)
    expect((await next.post('/console/sign-in/code', { kind: 'backup_code', code })).status).toBe(expected)
  }
  expect((await browser.post('/console/totp/stop', { password: goodPassword })).status).toBe(200)
  const again = visitor(service.url)
  expect((await again.post('/console/sign-in', credentials)).body).toEqual({ needs_code: false })
})

test('a new password ends every other session, and signing out everywhere ends them all', async () => {
  const email = await emailOf(memberOf('viewer'))
  const [here, there] = [await signedIn(email), await signedIn(email)]
  const changed = { current_password: goodPassword, new_password: 'another lantern harbour' }

  expect((await here.post('/console/password', { ...changed, current_password: 'wrong' })).body.code).toBe(
    'validation_error',
  )
  expect((await here.post('/console/password', changed)).status).toBe(200)
  expect([(await here.get('/console/session')).status, (await there.get('/console/session')).status]).toEqual([
    200, 401,
  ])
  const elsewhere = await signedIn(email, changed.new_password)
  expect((await elsewhere.post('/console/sign-out-everywhere')).status).toBe(200)
  expect([(await here.get('/console/session')).status, (await elsewhere.get('/console/session')).status]).toEqual([
    401, 401,
  ])
})

/** Reads that a page makes when it opens, and that need only the organization and environment. */
const plainReads = allConsoleOperations.filter(
  ({ method, access, params, media }) => method === 'GET' && access === 'member' && !params && !media,
)

test.each(plainReads.map(operation => [operation.id, operation] as const))(
  '%s answers as promised',
  async (_, operation) => {
    for (const environment of ['live', 'test'] as const) {
      // as: a query maps names to strings
      const query = new URLSearchParams(operation.example?.query as Record<string, string> | undefined)
      const { status, body } = await owner.at({ environment }).get(`${operation.path}?${query}`)

      expect(status).toBe(200)
      expectShape(body, operation.reply)
    }
  },
)

test('contacts and suppressions are imported on the page and exported as files that no spreadsheet executes', async () => {
  const test = owner.at({ environment: 'test' })
  const rows = [{ email: 'ada@example.com', first_name: '=HYPERLINK("x")', last_name: 'Byron, "Ada"' }, { email: 'no' }]
  const imported = await test.post('/v1/contacts/import', { rows })
  expect(imported.body).toMatchObject({ created: 1, updated: 0, unchanged: 0, refused: [{ row: 1 }] })
  const suppressed = await test.post('/v1/suppressions/import', {
    rows: [
      { email: 'a@example.com' },
      { email: 'A@example.com', reason: 'complaint' },
      { email: 'b@example.com', reason: 'x' },
    ],
  })
  expect(suppressed.body).toMatchObject({ created: 1, unchanged: 1, refused: [{ row: 2 }] })

  const { text, headers } = await test.get('/console/contacts/export')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="contacts.csv"')
  expect(text).toMatch(/^email,phone_number,.*\r\nada@example\.com,,"'=HYPERLINK\(""x""\)","Byron, ""Ada""",true,true,/)
  expect((await test.get('/console/suppressions/export')).text).toMatch(/\r\na@example\.com,complaint,/i)
  expect((await owner.get('/console/suppressions/export')).text).toBe('email,reason,created_at\r\n')
  const tooMany = { rows: Array.from({ length: 501 }, () => ({ email: 'a@example.com' })) }
  expect((await test.post('/v1/contacts/import', tooMany)).status).toBe(400)
})

test('broadcasts that bounce pause by themselves, say so everywhere, and continue when a member resumes them', async () => {
  const there = owner.at({ environment: 'test' })
  const asked = { from: 'news@acme.test', subject: 'News', text: 'Hello', message_stream: 'broadcast' }
  const bad = Array.from({ length: 12 }, (_, nth) => ({ ...asked, to: [`bad-list+${nth}@shop.test`] }))
  expect((await there.post('/v1/emails/batch', bad)).status).toBe(200)
  const pausesNow = async () => (await there.get<{ data: BroadcastPause[] }>('/console/broadcast-pauses')).body.data
  await expect.poll(pausesNow, { timeout: 30_000, interval: 200 }).toHaveLength(1)

  const [pause] = await pausesNow()
  expect(pause).toMatchObject({
    domain: 'acme.test',
    reason: '12 of 12 (100.0 %) bounced within a day, and 5 % is the limit',
  })
  const { body: rates } = await there.get<ReceiverAnalytics>('/v1/analytics/receivers')
  expect(rates.data).toMatchObject([{ domain: 'acme.test', receiver: 'other', sent: 12, bounced: 12, bounce_rate: 1 }])
  const { body: held } = await there.post<{ id: string }>('/v1/emails', { ...asked, to: ['ada@shop.test'] })
  const detail = async () => (await there.get<{ status: string; waiting_for?: string }>(`/v1/emails/${held.id}`)).body
  const words = /^Waiting for somebody to resume the paused broadcasts of acme\.test/
  await expect.poll(async () => (await detail()).waiting_for, { timeout: 10_000 }).toMatch(words)
  const { body: attention } = await there.get<{ data: { kind: string; title: string }[] }>('/console/attention')
  expect(attention.data).toContainEqual(
    expect.objectContaining({ kind: 'broadcasts_paused', title: 'Broadcasts of acme.test are paused' }),
  )

  const looked = await there.post<EmailPreflight>('/v1/emails/preflight', { ...asked, to: ['ada@shop.test'] })
  expect(looked.body.checks).toContainEqual(expect.objectContaining({ about: 'broadcasts', verdict: 'problem' }))

  const resume = () => there.post(`/console/broadcast-pauses/${pause?.id}/resume`)
  expect([(await resume()).status, (await resume()).status]).toEqual([200, 404])

  await expect.poll(async () => (await detail()).status, { timeout: 10_000 }).toBe('delivered')
  expect(await pausesNow()).toEqual([])
})

test('the rules of broadcasts are changed one by one, and kept', async () => {
  const made = (await owner.post<{ id: string }>('/console/organizations', { name: 'Rules' })).body
  const there = owner.at({ organization: made.id, environment: 'test' })
  const path = '/console/broadcast-rules'

  await there.patch(path, { max_bounce_percent: 2.5 })
  const { body } = await there.patch<BroadcastRules>(path, { unsubscribe_line: 'required' })

  expect(body).toEqual({ max_bounce_percent: 2.5, max_complaint_percent: 0.3, unsubscribe_line: 'required' })
  expect((await there.get<BroadcastRules>(path)).body).toEqual(body)
  expect((await there.patch(path, { max_bounce_percent: 0 })).status).toBe(400)
  const asked = { from: 'news@acme.test', to: ['ada@shop.test'], subject: 'News', message_stream: 'broadcast' }
  const bare = await there.post('/v1/emails', { ...asked, text: 'Hello' })
  expect(bare.body).toMatchObject({ code: 'validation_error', details: [{ path: 'text' }] })
  expect((await there.post('/v1/emails', { ...asked, text: 'No more: {{ unsubscribe_url }}' })).status).toBe(200)
})

test('password guessing is stopped, even when all tries come at once, and the right password reveals nothing', async () => {
  const email = await emailOf(memberOf('admin'))
  const guess = (nth: number) =>
    visitor(service.url).post('/console/sign-in', { email, password: `guess number ${nth}` })

  const tries = await Promise.all(Array.from({ length: 12 }, (_, nth) => guess(nth)))

  expect(tries.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
  await expect.poll(async () => (await guess(13)).status, { timeout: 10_000 }).toBe(429)
  const right = await visitor(service.url).post('/console/sign-in', { email, password: goodPassword })
  expect(right.status).toBe(429)
  expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await memberOf('admin').get('/console/session')).status).toBe(200)
  // A browser that has signed in before is still let in.
  const known = await memberOf('admin').post('/console/sign-in', { email, password: goodPassword })
  expect(known.status).toBe(200)
})
