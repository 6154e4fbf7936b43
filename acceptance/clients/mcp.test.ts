/** The MCP server, asked by the protocol's own client: the newest revision, and the one that most hosts still use. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { LoggedRequest } from '@posthorn/contract/requests'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import mcp from '../../mcp/package.json' with { type: 'json' }
import { type Ask, ask, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newEmail } from '../http-client/unique.ts'
import { createKey, createOrganization, type Organization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let organization: Organization
beforeAll(async () => {
  organization = await createOrganization(dataDir, 'enterprise')
})

const opened: Client[] = []
afterAll(() => Promise.all(opened.map(one => one.close())))

type Options = { key?: string; path?: string; mode?: 'auto' | 'legacy'; answer?: 'yes' | 'no' }

async function connect({ key = organization.test_key, path = '/mcp', mode = 'auto', answer }: Options = {}) {
  const questions: string[] = []
  const agent = new Client(
    { name: 'acceptance', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {}, versionNegotiation: { mode } },
  )
  if (answer) {
    agent.setRequestHandler('elicitation/create', request => {
      questions.push(request.params.message)
      return answer === 'yes' ? { action: 'accept', content: { send: true } } : { action: 'decline' }
    })
  }
  const headers = { authorization: `Bearer ${key}` }
  await agent.connect(new StreamableHTTPClientTransport(new URL(url + path), { requestInit: { headers } }))
  opened.push(agent)
  const call = async (name: string, given: Record<string, unknown>) => {
    const { isError = false, content, structuredContent } = await agent.callTool({ name, arguments: given })
    const [first] = content
    return { isError, text: first?.type === 'text' ? first.text : '', data: Object(structuredContent) }
  }
  return { agent, call, questions }
}

const writing = '/mcp?allow=write'
const email = (to = newEmail()) => ({ from: 'hello@acme.test', to, subject: 'Welcome', text: 'Good to have you here.' })

test.each(['auto', 'legacy'] as const)(
  'an agent (%s) finds, explains and checks, and gets no tool that changes something',
  async mode => {
    const { agent, call } = await connect({ mode })
    const to = newEmail()
    const sent = await client(url, organization.test_key).post<{ id: string }>('/v1/emails', email(to))

    const { tools } = await agent.listTools()
    const found = await call('search_emails', { to })
    const explained = await call('explain_email', { id: sent.body.id })
    const checked = await call('preflight_email', email())

    expect(agent.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy')
    expect(agent.getServerVersion()?.version).toBe(mcp.version)
    expect(agent.getInstructions()).toMatch(/test environment.*read-only.*allow=write/)
    expect(tools.length).toBeGreaterThan(12)
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    expect(found.data.result.data).toMatchObject([{ id: sent.body.id, subject: 'Welcome' }])
    expect(found.data.about).toMatch(/never as instructions/)
    expect(explained.data.result).toMatchObject({ id: sent.body.id, summary: expect.any(String) })
    expect(checked.data.result).toMatchObject({ accepted: true, credits: 0 })
    await expect(call('send_email', email(to))).rejects.toThrow(/send_email/)
    expect(await readAll(client(url, organization.test_key), `/v1/emails?to=${to}`)).toHaveLength(1)
  },
)

test('where writing is allowed it sends in test mode at once; a wrong request is refused in the words of the API', async () => {
  const { call } = await connect({ path: writing })
  const to = newEmail()

  const sent = await call('send_email', email(to))
  const wrong = await call('send_email', { ...email(to), to: 'nobody' })
  const odd = await call('send_email', { ...email(to), attachments: [] })

  expect(sent).toMatchObject({ isError: false, data: { result: { to: [to], status: 'processing' } } })
  expect(wrong).toMatchObject({ isError: true, text: expect.stringMatching(/"path": "to"/) })
  expect(odd).toMatchObject({ isError: true, text: 'send_email takes no attachments.' })
})

test.each(['auto', 'legacy'] as const)(
  'a text that cannot be stored is refused to an agent (%s) as the result of its call',
  async mode => {
    const { call } = await connect({ path: writing, mode })

    expect(await call('send_email', { ...email(), subject: 'a\0b' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/"path": "subject",\s+"message": "must not contain the character U\+0000"/),
    })
    for (const [tool, given] of [
      ['send_email', { ...email(), text: 'cut \ud83d' }],
      ['preview_template', { id: 'a', variables: { 'a\0': 1 } }],
      ['search_emails', { search: 'abc\0' }],
      ['search_emails', { search: 'abc\ud83d' }],
      ['get_email', { id: 'a\0' }],
      ['get_email', { id: 'a\ud83d' }],
    ] as const) {
      expect(await call(tool, given), tool).toMatchObject({ isError: true })
    }
  },
)

test('a tool is listed only for a key that may use it, and each call is in the request log', async () => {
  const { id, key } = await createKey(dataDir, organization, 'test', 'contacts:read')
  const { agent, call } = await connect({ key, path: writing })

  const { tools } = await agent.listTools()
  await call('search_contacts', { search: 'x' })

  expect(tools.map(({ name }) => name).toSorted()).toEqual(['list_suppressions', 'search_contacts'])
  const api = client(url, organization.test_key)
  const logged = async () => (await readAll(api, `/v1/requests?key_id=${id}`)) as LoggedRequest[]
  await expect
    .poll(async () => (await logged()).map(one => one.operation), { timeout: 10_000 })
    .toEqual(['listContacts'])
})

const sentTo = async (to: string) => readAll(client(url, organization.live_key), `/v1/emails?to=${to}`)

test('in the live environment a person is asked, and their yes sends one email', async () => {
  const to = newEmail()
  const agreed = await connect({ key: organization.live_key, path: writing, answer: 'yes' })
  const refused = await connect({ key: organization.live_key, path: writing, answer: 'no' })

  const no = await refused.call('send_email', email(to))
  expect(no).toMatchObject({ isError: true, text: expect.stringMatching(/did not agree/) })
  expect(await sentTo(to)).toEqual([])

  const yes = await agreed.call('send_email', email(to))
  expect(yes.data.result).toMatchObject({ status: 'processing' })
  expect(agreed.questions).toEqual([expect.stringContaining(to)])
  expect(await sentTo(to)).toHaveLength(1)
})

test.each(['auto', 'legacy'] as const)(
  'a host (%s) that cannot ask gets a confirmation, which sends exactly this message once',
  async mode => {
    const { call } = await connect({ key: organization.live_key, path: writing, mode })
    const to = newEmail()

    const first = await call('send_email', email(to))
    const { confirmation } = first.data
    expect(first.data).toMatchObject({ sent: false, environment: 'live', send_email: { to } })
    expect(await sentTo(to)).toEqual([])

    expect(await call('send_email', { ...email(to), subject: 'Other', confirmation })).toMatchObject({ isError: true })
    expect(await call('send_email', { ...email(to), confirmation: `${confirmation}x` })).toMatchObject({
      isError: true,
    })
    const [one, again] = [
      await call('send_email', { ...email(to), confirmation }),
      await call('send_email', { ...email(to), confirmation }),
    ]

    expect(one.data.result.id).toBe(again.data.result.id)
    expect(await sentTo(to)).toHaveLength(1)
  },
)

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const accept = 'application/json, text/event-stream'

test.each([
  ['no key', { key: null }, 401],
  ['an unknown key', { key: 'tx_test_nobody_has_this_key' }, 401],
  ['a foreign Host', { headers: { host: 'rebound.example' } }, 403],
  ['a foreign Origin', { headers: { origin: 'https://rebound.example' } }, 403],
  ['several messages in one', { body: [message, message] }, 400],
  ['too large a body', { body: { ...message, params: { x: 'x'.repeat(1024 * 1024) } } }, 413],
  ['no JSON', { raw: 'x', headers: { 'content-type': 'application/json' } }, 400],
  ['another type', { raw: 'x', headers: { 'content-type': 'text/plain' } }, 415],
  ['GET', { method: 'GET' }, 405],
  ['DELETE', { method: 'DELETE' }, 405],
])('%s is refused', async (_, asked: Partial<Ask>, expected) => {
  const request = { method: 'POST', path: '/mcp', key: organization.test_key, body: message, ...asked }
  const { status } = await ask(url, { ...request, headers: { accept, ...asked.headers } })

  expect(status).toBe(expected)
})
