/** What happens to an import when something goes wrong in its middle. The two services answer over HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runCommandLine } from '../run.ts'

type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }
type Answers = (asked: Asked, response: ServerResponse) => unknown

async function start(answers: Answers) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const one = { method, path: url, headers, body: JSON.parse((await text(request)) || '{}') }
    asked.push(one)
    const body = answers(one, response)
    if (body === undefined) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    // `as`: it listens on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const none = { data: [], has_more: false }
const notFound = (response: ServerResponse) => {
  response.statusCode = 404
  return { code: 'not_found', message: 'not found' }
}

/** Accepts everything. */
const ours: Answers = ({ method, path, body }, response) => {
  if (path === '/v1/contact-fields' || path.startsWith('/v1/topics'))
    return method === 'GET' ? { data: [] } : { id: 't' }
  if (!path.endsWith('/import')) return notFound(response)
  // `as`: the command sends rows.
  return { created: (body.rows as unknown[]).length, updated: 0, unchanged: 0, refused: [] }
}

async function importing(provider: { url: string }, api: { url: string }, ...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommandLine(['import', 'resend', '--from', provider.url, ...words], {
    env: { POSTHORN_URL: api.url, POSTHORN_API_KEY: 'tx_test_any', RESEND_API_KEY: 're_any' },
    clock: () => new Date(),
    write: text => void out.push(text),
    progress: text => void err.push(text),
    hasColours: false,
    readSecret: async () => '',
    readInput: async () => '',
    untilInterrupted: () => new AbortController().signal,
  }).catch((error: Error) => error.message)
  return { code, out: out.join(''), err: err.join('') }
}

const people = [
  { id: 'c1', email: 'ada@example.com' },
  { id: 'c2', email: 'grace@example.com' },
]
const resend =
  (more: Record<string, unknown> = {}): Answers =>
  ({ path }, response) => {
    const place = path.split('?')[0] ?? ''
    if (place in more) return more[place] ?? notFound(response)
    return place === '/contacts' ? { data: people, has_more: false } : none
  }

test('an import that fails in its middle says what was done, why it ended, and that it can be continued', async () => {
  await using provider = await start((asked, response) => {
    if (asked.path !== '/templates?limit=100') return resend()(asked, response)
    response.statusCode = 403
    return { message: 'This API key may not read templates' }
  })
  await using api = await start(ours)

  const { code, out } = await importing(provider, api)
  const json = await importing(provider, api, '--json')

  expect(code).toBe(1)
  expect(out).toMatch(/\nThis was the test environment\. To import into the live one, add --live\.\n$/)
  expect(out).toMatch(/contacts +2 +0 +0 +0\n/)
  expect(out).toContain('Resend says: 403 This API key may not read templates\nTo continue, run the command again')
  expect(JSON.parse(json.out)).toMatchObject({ stopped: true, contacts: { new: 2 } })
  expect(JSON.parse(json.out).message).toContain('403')
})

test('an import that fails before anything was done is an error', async () => {
  await using provider = await start((_, response) => {
    response.statusCode = 401
    return { message: 'API key is invalid' }
  })
  await using api = await start(ours)

  expect(await importing(provider, api)).toMatchObject({ code: 'Resend says: 401 API key is invalid', out: '' })
})

test('what was deleted after it was listed is passed over', async () => {
  const more = { '/topics': { data: [{ id: 't1', name: 'News' }] }, '/contacts/c1/topics': undefined }
  await using provider = await start(
    resend({ ...more, '/templates': { data: [{ id: 'm1' }] }, '/templates/m1': undefined }),
  )
  await using api = await start(ours)

  const { code, out } = await importing(provider, api)

  expect(code).toBe(0)
  expect(out).toMatch(/contacts +1 +0 +0 +0\n/)
})

test.each([
  ['the connection is lost', (response: ServerResponse) => void response.destroy()],
  ['only a proxy answers', (response: ServerResponse) => void response.writeHead(502).end('<h1>Bad gateway</h1>')],
])('when %s, the import waits and repeats the request with the same Idempotency-Key', async (_, fail) => {
  await using provider = await start(resend({ '/topics': { data: [{ id: 't1', name: 'News' }] } }))
  let failures = 0
  await using api = await start((asked, response) => {
    const isTopic = asked.method === 'POST' && asked.path === '/v1/topics'
    return isTopic && failures++ === 0 ? fail(response) : ours(asked, response)
  })

  const { code, err } = await importing(provider, api, '--only', 'topics')

  expect(code).toBe(0)
  expect(err).toMatch(/No answer from .* Waiting 1 s\.\n/)
  const keys = api.asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([expect.stringMatching(/^\S{36}$/), keys[0]])
})

test.each([
  ['contact', ' Did you mean contacts?'],
  ['contacts,supressions', ' Did you mean suppressions?'],
  ['people', ''],
])('--only %s is refused with the word that was meant', async (words, hint) => {
  await using provider = await start(resend())
  await using api = await start(ours)

  const { code } = await importing(provider, api, '--only', words)

  const word = words.split(',').at(-1)
  expect(code).toBe(`--only takes fields, topics, contacts, templates, suppressions, not "${word}".${hint}`)
})

test('an address of Posthorn that never answered is an error at once', async () => {
  await using provider = await start(resend())
  const gone = await start(ours)
  await gone[Symbol.asyncDispose]()

  const { code, err } = await importing(provider, gone)

  expect(code).toMatch(/^No answer from .*ECONNREFUSED/)
  expect(err).not.toContain('Waiting')
})

test('an address of the other service that never answered is an error at once', async () => {
  const gone = await start(resend())
  await gone[Symbol.asyncDispose]()
  await using api = await start(ours)

  expect(await importing(gone, api)).toMatchObject({
    code: `No answer from Resend at ${gone.url}: ECONNREFUSED`,
    err: '',
  })
})

test('a row that the API refuses together with its page is told apart from the others', async () => {
  await using provider = await start(resend())
  await using api = await start((asked, response) => {
    if (!JSON.stringify(asked.body).includes('grace')) return ours(asked, response)
    response.statusCode = 400
    return { code: 'validation_error', message: 'Too many topics.' }
  })

  const { out } = await importing(provider, api, '--only', 'contacts')

  expect(out).toMatch(/contacts +1 +0 +0 +1\n/)
  expect(out).toContain('contacts: grace@example.com: Too many topics.')
})

test('a long name is not cut inside an emoji', async () => {
  const template = { id: 'm1', name: `${'x'.repeat(99)}😀`, subject: 'Hi', html: '<p>Hi</p>', status: 'published' }
  await using provider = await start(resend({ '/templates': { data: [template] }, '/templates/m1': template }))
  await using api = await start((asked, response) => (asked.method === 'POST' ? {} : ours(asked, response)))

  const { code } = await importing(provider, api, '--only', 'templates')

  expect(code).toBe(0)
  expect(api.asked.at(-1)?.body.friendly_name).toBe(`${'x'.repeat(99)}�`)
})
