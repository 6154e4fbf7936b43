import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCommandLine } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const keyFile = join(folder, 'key')
writeFileSync(keyFile, 'tx_test_any')

/** An API that accepts any key, and refuses every other request. */
const refusal = { code: 'validation_error', message: 'Not valid.', statusCode: 422, details: [] }
const requests: { path: string | undefined; headers: IncomingHttpHeaders; body: Promise<string> }[] = []
const api = createServer((request, response) => {
  requests.push({ path: request.url, headers: request.headers, body: text(request) })
  const isKey = request.url === '/v1/key'
  const answer = isKey ? { organization: { id: '1', name: 'Acme' }, mode: 'test', permissions: [] } : refusal
  response.writeHead(isKey ? 200 : 422, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
beforeEach(() => void requests.splice(0))
beforeAll(() => new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve)))
afterAll(() => void api.close())

const type = (...words: string[]) => typeWith({}, ...words)

// `as`: it listens on a port.
const address = () => `http://127.0.0.1:${(api.address() as AddressInfo).port}`

async function typeWith(variables: Record<string, string>, ...words: string[]) {
  const out: string[] = []
  const fault = await runCommandLine(words, {
    env: { POSTHORN_URL: address(), POSTHORN_API_KEY: 'tx_test_any', HOME: '/nowhere', ...variables },
    clock: () => new Date(),
    write: text => void out.push(text),
    progress: () => {},
    hasColours: false,
    readSecret: async () => '',
    readInput: async () => '',
    untilInterrupted: () => new AbortController().signal,
  }).catch((error: Error) => error)
  return { out: out.join(''), fault: fault instanceof Error ? `${fault.name}: ${fault.message}` : fault }
}

const send = ['send', '--to', 'nope', '--from', 'hello@acme.test', '--text', 'Hello']

test('with --json a refusal is printed as the JSON of the API, and thrown as a sentence', async () => {
  const { out, fault } = await type(...send, '--json')

  expect(JSON.parse(out)).toEqual(refusal)
  expect(fault).toBe('Fatal: The API says: Not valid.')
  expect(await type(...send)).toEqual({ out: '', fault })
})

test('with --json an error before the request is printed as JSON as well', async () => {
  const { out } = await type('send', '--json')

  expect(JSON.parse(out)).toEqual({ message: expect.stringMatching(/^--to is missing\./) })
})

test('--version is the version of the package, also as JSON', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

  expect(await type('--version')).toEqual({ fault: 0, out: `posthorn ${version}\n` })
  expect(JSON.parse((await type('--version', '--json')).out)).toEqual({ version })
})

test.each([[['import', 'zork']], [['import']]])('%j lists what can be imported', async words => {
  const all = 'import contacts, import resend, import sendgrid, import postmark, import mailgun, import listmonk'

  expect((await type(...words)).fault).toContain(all)
})

test.each([[['help', 'import']], [['import', '--help']], [['-h', 'import']]])(
  '%j is a page of what can be imported',
  async words => {
    const { out, fault } = await type(...words)

    expect(fault).toBe(0)
    for (const name of ['contacts', 'resend', 'listmonk'])
      expect(out).toMatch(new RegExp(`^ +import ${name} +\\w`, 'm'))
    expect(out).not.toMatch(/^ +send /m)
  },
)

test.each(['-h', '-5 °C today'])('%s after an option is its value', async value => {
  await type('send', '--to', 'ada@example.com', '--from', 'hello@acme.test', '--text', value)

  expect(JSON.parse((await requests[0]?.body) ?? '')).toMatchObject({ text: value })
})

test('-h elsewhere shows the help on the command', async () => {
  const { out, fault } = await type(...send, '-h')

  expect(fault).toBe(0)
  expect(out).toContain('posthorn send --to <address>')
})

test.each([[send], [['doctor']]])('an API key with other characters is refused before a request: %j', async words => {
  for (const key of ['tx_test_…', 'tx_test_🎉']) {
    const { out, fault } = await typeWith({ POSTHORN_API_KEY: key }, ...words)

    expect(out + fault).toMatch(/The API key contains .* Copy the whole key to POSTHORN_API_KEY, or log in again/)
  }
  expect(requests).toEqual([])
})

test.each(['/', '/v1', '/v1/'])('the address may end with %s', async end => {
  const POSTHORN_URL = `${address()}${end}`

  await typeWith({ POSTHORN_URL }, ...send)
  await typeWith({ POSTHORN_URL }, 'doctor')
  await typeWith({ XDG_CONFIG_HOME: folder }, 'login', '--url', POSTHORN_URL, '--key-file', keyFile)

  expect(requests.map(({ path }) => path)).toEqual(['/v1/emails', '/v1/key', '/v1/key'])
})

test.each([[send], [['doctor']]])('a line break at the end of the API key is ignored: %j', async words => {
  await typeWith({ POSTHORN_API_KEY: 'tx_test_any\r\n' }, ...words)

  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer tx_test_any'])
})

test.each([[send], [['doctor']]])('an address without http is refused with what to set: %j', async words => {
  const { out, fault } = await typeWith({ POSTHORN_URL: 'posthorn.example.com' }, ...words)

  expect(out + fault).toContain(
    'POSTHORN_URL must be an address such as https://posthorn.example.com, not "posthorn.example.com".',
  )
})

test.each(['/proc/posthorn', keyFile])('a login that cannot be stored in %s says what to do', async place => {
  const { fault } = await typeWith({ XDG_CONFIG_HOME: place }, 'login', '--key-file', keyFile, '--url', address())

  expect(fault).toMatch(/^Fatal: .*login\.json cannot be written \(E\w+\)\. Set XDG_CONFIG_HOME to a folder/)
})

test('with the address and the key in the environment, no stored login is read', async () => {
  const login = join(folder, 'posthorn')
  mkdirSync(login, { recursive: true })
  writeFileSync(join(login, 'login.json'), 'not JSON')

  const { fault } = await typeWith({ XDG_CONFIG_HOME: folder }, ...send)

  expect(fault).toBe('Fatal: The API says: Not valid.')
})

test('an idempotency key that HTTP cannot carry is refused before a request', async () => {
  const { fault } = await type(...send, '--idempotency-key', 'order 🎉')

  expect(fault).toMatch(/^Fatal: --idempotency-key must be 1 to 256 printable ASCII characters/)
  expect(requests).toEqual([])
})

test.each([
  [['--sms', '--subject', 'Hello'], /--subject is for email: leave it out with --sms/],
  [['--sms', '--html', '<p>Hello</p>'], /--html is for email: leave it out with --sms/],
  [['--file', '-'], /given twice: leave out --text or --file/],
  [['--html', '<p>Hello</p>', '--file', join(folder, 'letter.html')], /given twice: leave out --html or --file/],
])('content that would not be sent is refused before a request: %j', async (words, message) => {
  writeFileSync(join(folder, 'letter.html'), '<p>Good day</p>')

  const { fault } = await type(...send, ...words)

  expect(fault).toMatch(message)
  expect(requests).toEqual([])
})
