import { readFileSync } from 'node:fs'
import type { KeyInUse } from '@posthorn/contract/keys'
import { fatal } from '../../../server/src/core/fatal.ts'
import { readApiUrl } from '../../../server/src/operator/commands/api-url.ts'
import { askOrThrow } from '../api.ts'
import { defineCommand } from '../command.ts'
import { loginPath, modeOf, readLogin, writeLogin } from '../login-file.ts'
import type { Terminal } from '../terminal.ts'

export const login = defineCommand({
  name: 'login',
  summary: 'Stores the address of the API and a key for all other commands',
  example: 'login --url https://posthorn.example.com',
  options: {
    url: { value: '<url>', summary: 'The address of the API; default: the last one, or http://localhost:3000' },
    'key-file': { value: '<file>', summary: 'A file with the key; default: a prompt, or stdin' },
  },
  async run(given, terminal) {
    const { env } = terminal
    const before = readLogin(env)
    const url = readApiUrl('--url', given.url ?? before?.url ?? 'http://localhost:3000')
    const key = (await readKey(given['key-file'], terminal)).trim()
    const mode = modeOf(key)
    const { organization, permissions } = await askOrThrow<KeyInUse>({ url, key }, { path: '/v1/key' })
    // The keys of another server must not be sent to this one.
    const others = before?.url === url ? before.keys : {}
    writeLogin(env, { url, keys: { ...others, [mode]: key } })
    return {
      json: { url, organization, mode, permissions },
      text: `Logged in to ${organization.name}, ${mode} environment, at ${url}.\nThe key is stored in ${loginPath(env)}, readable only by you.\n`,
    }
  },
})

function readKey(file: string | undefined, { readSecret }: Terminal): Promise<string> | string {
  if (file === undefined) return readSecret('API key (input is hidden): ')
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw fatal(`--key-file ${file} cannot be read.`, error)
  }
}
