import type { KeyInUse } from '@posthorn/contract/keys'
import { fatal } from '../../../server/src/core/fatal.ts'
import { askOrThrow } from '../api.ts'
import { painter, printable } from '../colour.ts'
import { defineCommand } from '../command.ts'
import { accessFor, modeOf } from '../login-file.ts'
import { dialects } from '../shadow/dialect.ts'
import { createFindings } from '../shadow/findings.ts'
import { runShadow } from '../shadow/shadow.ts'

export const shadow = defineCommand({
  name: 'shadow',
  summary:
    'Runs as a proxy for your old service, repeats what is sent with a test key here, and shows how the answers differ',
  example: 'shadow --old https://api.resend.com --as resend --port 4010',
  options: {
    old: { value: '<url>', summary: 'The address of the API of the old service', required: true },
    as: {
      value: '<service>',
      summary: 'Which service that is',
      choices: ['resend', 'sendgrid', 'postmark', 'twilio'],
      required: true,
    },
    port: { value: '<port>', summary: 'The local port of the proxy; default: 4010' },
  },
  async run(given, { env, write, hasColours, untilInterrupted }) {
    if (env.POSTHORN_API_KEY && modeOf(env.POSTHORN_API_KEY) !== 'test')
      throw fatal('POSTHORN_API_KEY is a live key, and everything would be sent twice. Give a test key.')
    const old = urlOf(given.old)
    const port = portOf(given.port ?? '4010')
    const access = accessFor(env, false)
    const { mode } = await askOrThrow<KeyInUse>(access, { path: '/v1/key' })
    if (mode !== 'test')
      throw fatal('The key is a live key, and everything would be sent twice. Log in with a test key.')
    const findings = createFindings()
    const paint = painter(hasColours)
    await runShadow({
      ...{ old, access, port, findings, dialect: dialects[given.as], signal: untilInterrupted() },
      onListening: at =>
        write(
          `Listening at http://127.0.0.1:${at}: use this address in your client in place of ${old.origin}. Ctrl-C ends it.\n`,
        ),
      onCompared({ method, path }, differences) {
        const verdict = differences.length === 0 ? paint('green', 'same') : paint('yellow', 'different')
        const lines = differences.map(words => `    ${printable(words)}\n`)
        write(`${method} ${printable(path)}  ${verdict}\n${lines.join('')}`)
      },
    }).catch(error => {
      if (error.code === 'EADDRINUSE') throw fatal(`Port ${port} is in use: choose another with --port.`, error)
      throw error
    })
    return findings.answer()
  },
})

function urlOf(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw fatal(`--old must be an address such as https://api.resend.com, not "${text}".`)
}

function portOf(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw fatal(`--port must be a number from 1 to 65535, not "${text}".`)
}
