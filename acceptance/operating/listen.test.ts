import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Event } from '@posthorn/contract/event-log'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, inject, test } from 'vitest'
import { type ReceivedWebhook, startWebhookSink } from '../../sinks/webhook-sink.ts'
import { onSharedDatabase, portOf, startApi } from '../faults/roles.ts'
import { client } from '../http-client/client.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { compileCache, program, run } from '../service/service.ts'

const soon = { timeout: 15_000, interval: 20 }

function startListening(args: readonly string[], env: Record<string, string>, cwd: string) {
  const { child, printed, exited } = run([...program('posthorn'), 'listen', ...args], {
    env: { ...compileCache, ...env },
    cwd,
  })
  return {
    printed,
    exited,
    listening: () => expect.poll(() => printed.stdout + printed.stderr, soon).toMatch(/Listening at/),
    secret: () => /whsec_\S+/.exec(printed.stdout)?.[0] ?? '',
    stop() {
      child.kill('SIGINT')
      return exited
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const eventIn = ({ body }: ReceivedWebhook): Event => JSON.parse(body)

function expectSigned({ headers, body }: ReceivedWebhook, secret: string) {
  // `as`: none of these is repeated.
  const given = headers as Record<string, string>
  expect(() => new StandardWebhook(secret).verify(body, given)).not.toThrow()
  expect(() => new SvixWebhook(secret).verify(body, given)).not.toThrow()
  expect(given['webhook-id']).toBe(JSON.parse(body).id)
}

test('listen forwards events in order, signed, across a restart of the API, until Ctrl-C', async () => {
  const place = onSharedDatabase()
  const { test_key } = await createOrganization(place.folder)
  await using apis = new AsyncDisposableStack()
  const api = apis.use(await startApi(place))
  await using sink = await startWebhookSink()
  const args = ['--forward', `${sink.url}/hook`, '--key', test_key, '--url', api.url]
  await using listener = startListening(args, {}, place.folder)
  await listener.listening()

  // Cut off before the first event: even then none is missed.
  await api.kill()
  apis.use(await startApi(place, { port: portOf(api) }))
  const writer = client(api.url, test_key)
  const created: string[] = []
  for (let nth = 0; nth < 5; nth++) {
    created.push((await writer.post<Contact>('/v1/contacts', { email: newEmail() })).body.id)
  }

  await expect.poll(() => sink.received.map(one => Object(eventIn(one).data).id), soon).toEqual(created)
  for (const one of sink.received) {
    expect([one.method, one.path, one.headers['content-type']]).toEqual(['POST', '/hook', 'application/json'])
    expectSigned(one, listener.secret())
  }
  await expect.poll(() => listener.printed.stdout.match(/contact\.created +✓ 200 +\d+ ms/g), soon).toHaveLength(5)
  expect(await listener.stop()).toEqual({ code: 0, signal: null })
  expect(listener.printed.stderr).toBe('')
})

test('listen finds the running service by itself, and forwards only the requested events', async () => {
  const { url, dataDir, testKey } = inject('service')
  await using sink = await startWebhookSink({ script: () => ({ status: 500 }) })
  const env = { POSTHORN_DATA_DIR: dataDir, PORT: new URL(url).port, POSTHORN_TEST_KEY: testKey }
  const args = ['--forward', sink.url, '--mode', 'test', '--events', 'contact.deleted,suppression.*']
  await using listener = startListening(args, env, dataDir)
  await listener.listening()

  const api = client(url, testKey)
  const { body } = await api.post<Contact>('/v1/contacts', { email: newEmail() })
  await api.delete(`/v1/contacts/${body.id}`)

  const isOurs = (one: ReceivedWebhook) => JSON.stringify(eventIn(one).data).includes(body.id)
  await expect.poll(() => sink.received.filter(isOurs).map(one => eventIn(one).type), soon).toEqual(['contact.deleted'])
  await expect.poll(() => listener.printed.stdout, soon).toMatch(/contact\.deleted +✗ 500/)
  expect(sink.received.every(one => /^(contact\.deleted|suppression\.)/.test(eventIn(one).type))).toBe(true)
})

test.each([
  [['--forward', 'nowhere'], /--forward must be a URL/],
  [['--forward', 'http://localhost:1', '--events', 'email.delivred'], /Did you mean email\.delivered\?/],
  [['--forward', 'http://localhost:1', '--key', 'tx_test_nobody_has_this_key'], /The API says: .*key/i],
  [['--forward', 'http://localhost:1', '--key', 'secret'], /--key must be an API key/],
])('listen %j is an error that is reported in one line', async (args, said) => {
  const { url, dataDir } = inject('service')
  await using listener = startListening(args, { PORT: new URL(url).port, POSTHORN_DATA_DIR: dataDir }, dataDir)

  expect(await listener.exited).toEqual({ code: 1, signal: null })
  expect(listener.printed.stderr).toMatch(said)
  expect(listener.printed.stderr.trim().split('\n')).toHaveLength(1)
})
