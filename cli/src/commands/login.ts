import { readFileSync } from 'node:fs'
import type { KeyInUse } from '@posthorn/contract/keys'
import { fatal } from '../../../server/src/core/fatal.ts'
import { askWell } from '../api.ts'
import { defineCommand } from '../command.ts'
import { loginPath, modeOf, plainUrl, readLogin, writeLogin } from '../login-file.ts'
import type { Terminal } from '../terminal.ts'

export const login = defineCommand({
  name: 'login',
  summary: 'Keeps the address of the API and a key, for all other commands',
  example: 'login --url https://posthorn.example.com',
  options: {
    url: { value: '<url>', summary: 'Where the API is; the last one, or http://localhost:3000, when left out' },
    'key-file': { value: '<file>', summary: 'A file with the key; asked for, or read from the input, when left out' },
  },
  async run(given, terminal) {
    const { env } = terminal
    const before = readLogin(env)
    const url = readUrl(given.url ?? before?.url ?? 'http://localhost:3000')
    const key = (await readKey(given['key-file'], terminal)).trim()
    const mode = modeOf(key)
    const { organization, permissions } = await askWell<KeyInUse>({ url, key }, { path: '/v1/key' })
    // Keys of another server would be sent to this one.
    const others = before?.url === url ? before.keys : {}
    writeLogin(env, { url, keys: { ...others, [mode]: key } })
    return {
      json: { url, organization, mode, permissions },
      text: `Logged in to ${organization.name}, ${mode} environment, at ${url}.\nThe key is kept in ${loginPath(env)}, readable by you alone.\n`,
    }
  },
})

function readKey(file: string | undefined, { readSecret }: Terminal): Promise<string> | string {
  if (file === undefined) return readSecret('API key (it is not shown): ')
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw fatal(`--key-file ${file} cannot be read.`, error)
  }
}

function readUrl(text: string): string {
  const { protocol } = URL.parse(text) ?? {}
  if (protocol !== 'http:' && protocol !== 'https:')
    throw fatal(`--url must be an address such as https://posthorn.example.com, not "${text}".`)
  return plainUrl(text)
}
