import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandLine } from './run.ts'

/** An API that refuses every request. */
const refusal = { code: 'validation_error', message: 'Not valid.', statusCode: 422, details: [] }
const api = createServer((_, response) =>
  response.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)),
)
beforeAll(() => new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve)))
afterAll(() => void api.close())

async function type(...words: string[]) {
  // `as`: it listens on a port.
  const { port } = api.address() as AddressInfo
  const out: string[] = []
  const fault = await runCommandLine(words, {
    env: { POSTHORN_URL: `http://127.0.0.1:${port}`, POSTHORN_API_KEY: 'tx_test_any', HOME: '/nowhere' },
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

test.each([[['help', 'import']], [['import', 'zork']], [['import']]])('%j lists what can be imported', async words => {
  const all = 'import contacts, import resend, import sendgrid, import postmark, import mailgun, import listmonk'

  expect((await type(...words)).fault).toContain(`There are: ${all}.`)
})
