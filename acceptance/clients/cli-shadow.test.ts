/** The old service answers as before, while the same requests go to a test key here and the answers are compared. */
import { gzipSync } from 'node:zlib'
import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Answers, startProvider } from '../doors/provider-stand-in.ts'
import { client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization, type Organization } from '../service/operator.ts'
import { posthorn } from './cli-terminal.ts'

const { url, dataDir } = inject('service')
let organization: Organization
beforeAll(async () => {
  organization = await createOrganization(dataDir, 'enterprise')
})

const oldId = { body: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } }

/** Starts it in front of an old service with these answers. */
async function startShadow(
  answers: Answers,
  { POSTHORN_URL = url, POSTHORN_API_KEY = organization.test_key, as = 'resend' } = {},
) {
  const old = await startProvider(answers)
  const interrupted = new AbortController()
  const started = Promise.withResolvers<string>()
  const words = ['shadow', '--old', old.url, '--as', as, '--port', '0']
  const ended = posthorn({ POSTHORN_URL, POSTHORN_API_KEY }, words, interrupted.signal, said => {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
    if (address) started.resolve(address)
  })
  const address = await Promise.race([started.promise, ended.then(({ err }) => Promise.reject(new Error(err)))])
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(address + path, {
      method: 'POST',
      headers: { authorization: 'Bearer re_old', 'content-type': 'application/json', 'x-own': '1', ...headers },
      body: JSON.stringify(body),
    })
  return {
    ...{ old, address, post },
    end() {
      interrupted.abort()
      return ended
    },
    [Symbol.asyncDispose]: () => old[Symbol.asyncDispose](),
  }
}

const email = (to: string) => ({ from: 'hello@acme.test', to, subject: 'Hello', text: 'Good to have you here.' })

test('a request goes to both, the client gets the answer of the old one, and differences are reported', async () => {
  const to = newEmail()
  await using shadow = await startShadow({
    'POST /emails': oldId,
    'POST /emails/batch': { body: { data: [oldId.body], took_ms: 3 } },
    'GET /domains': { headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"data":[]}') },
  })

  const sent = await shadow.post('/emails', email(to))
  const refused = await shadow.post('/emails', { ...email(to), to: 'nobody' })
  const batch = await shadow.post('/emails/batch', [email(to)])
  const domains = await fetch(`${shadow.address}/domains`)
  const { code, out } = await shadow.end()

  expect([sent.status, refused.status, batch.status]).toEqual([200, 200, 200])
  expect(await sent.json()).toEqual(oldId.body)
  expect(await domains.json()).toEqual({ data: [] })
  expect(out).toMatch(/POST \/emails {2}same\n/)
  expect(out).toMatch(/status: 200 there, 422 here \(.*to.*\)/)
  expect(out).toContain('took_ms: missing here')
  expect(out).toContain('3 requests compared: 1 the same, 2 different. 0 not compared, 1 send nothing.')
  expect(code).toBe(1)
  expect(await readAll<EmailListItem>(client(url, organization.test_key), `/v1/emails?to=${to}`)).toHaveLength(2)
  expect(shadow.old.asked.map(({ path }) => path)).toEqual(['/emails', '/emails', '/emails/batch', '/domains'])
  expect(shadow.old.asked[0]?.headers).toMatchObject({ authorization: 'Bearer re_old', 'x-own': '1' })
  expect(JSON.stringify(shadow.old.asked)).not.toContain(organization.test_key)
})

test('neither key reaches the other service, and our service delays no answer when it hangs', async () => {
  const hangs = Promise.withResolvers<{ body: unknown }>()
  await using ours = await startProvider({
    'GET /v1/key': { body: { mode: 'test', organization: { name: 'Acme' }, permissions: [] } },
    'POST /resend/emails': () => hangs.promise,
  })
  await using shadow = await startShadow({ 'POST /emails': oldId }, { POSTHORN_URL: ours.url })

  const answer = await shadow.post('/emails', email('ada@example.com'), { 'idempotency-key': 'one', cookie: 'a=b' })
  const heard = await answer.json()
  hangs.resolve({ body: { id: 7 } })
  const { out } = await shadow.end()

  expect(heard).toEqual(oldId.body)
  expect(out).toContain('id: string there, number here')
  const [, atOurs] = ours.asked
  expect(atOurs?.headers).toMatchObject({ authorization: `Bearer ${organization.test_key}`, 'idempotency-key': 'one' })
  expect(atOurs?.headers).not.toHaveProperty('cookie')
  expect(JSON.stringify(ours.asked)).not.toContain('re_old')
  expect(JSON.stringify(shadow.old.asked)).not.toContain('tx_test_')
})

test('a live key is refused, and an old service that is away is reported', async () => {
  const live = { POSTHORN_API_KEY: organization.live_key }
  await expect(startShadow({}, live)).rejects.toThrow('live key, and everything would be sent twice')
  await using shadow = await startShadow({})
  await shadow.old[Symbol.asyncDispose]()

  const answer = await shadow.post('/emails', email('ada@example.com'))
  const { out } = await shadow.end()

  expect(answer.status).toBe(502)
  expect(await answer.json()).toEqual({ message: expect.stringContaining('ECONNREFUSED') })
  expect(out).toContain('0 requests compared')
})
