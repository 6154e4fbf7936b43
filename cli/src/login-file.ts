/** The URL of the API and its keys: in a file that only the user can read, or in the environment. */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fatal } from '../../server/src/core/fatal.ts'
import { makeFolder } from '../../server/src/core/process/make-folder.ts'
import { readApiUrl } from '../../server/src/operator/commands/api-url.ts'
import { invocation } from './command.ts'
import type { Terminal } from './terminal.ts'

export type Mode = 'live' | 'test'
export type Login = { url: string; keys: Partial<Record<Mode, string>> }
export type Access = { url: string; key: string }

type Env = Terminal['env']

export const loginPath = (env: Env): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'posthorn', 'login.json')

export function readLogin(env: Env): Login | undefined {
  try {
    const { url, keys } = JSON.parse(readFileSync(loginPath(env), 'utf8'))
    return { url: String(url), keys: Object(keys) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw fatal(`${loginPath(env)} cannot be read. Log in again: ${invocation} login`, error)
  }
}

export function writeLogin(env: Env, login: Login): void {
  const path = loginPath(env)
  try {
    makeFolder(dirname(path), 0o700)
    writeFileSync(path, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 })
    // The mode above applies only to a new file.
    chmodSync(path, 0o600)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const advice = 'Set XDG_CONFIG_HOME to a folder that you can write to, or set POSTHORN_URL and POSTHORN_API_KEY.'
    throw fatal(`${path} cannot be written (${error.code}). ${advice}`, error)
  }
}

export const removeLogin = (env: Env): void => rmSync(loginPath(env), { force: true })

/** The environment takes precedence over the file. A live key is used only with --live. */
export function accessFor(env: Env, isLive: boolean): Access {
  const mode: Mode = isLive ? 'live' : 'test'
  const login = env.POSTHORN_URL && env.POSTHORN_API_KEY ? undefined : readLogin(env)
  const url = addressOf(env, login)
  if (!url) throw fatal(`The address of Posthorn is not set. Log in first: ${invocation} login --url https://…`)
  const given = env.POSTHORN_API_KEY
  if (given && modeOf(given) !== mode)
    throw fatal(
      isLive
        ? 'POSTHORN_API_KEY is a test key, but --live needs a live key.'
        : 'POSTHORN_API_KEY is a live key: add --live.',
    )
  const key = given || login?.keys[mode]
  if (key) return { url, key: sendableKey(key) }
  const hint = !isLive && login?.keys.live ? ', or add --live' : ''
  throw fatal(`No ${mode} key is known. Log in with one: ${invocation} login --url ${url}${hint}`)
}

export const addressOf = (env: Env, login: Login | undefined): string | undefined =>
  env.POSTHORN_URL ? readApiUrl('POSTHORN_URL', env.POSTHORN_URL) : login?.url

/** Otherwise fetch would fail as if there were no answer. A key from a file may end with a line break. */
export function sendableKey(text: string): string {
  const key = text.trim()
  const [strange] = /[^\x21-\x7e]/u.exec(key) ?? []
  if (strange === undefined) return key
  throw fatal(
    `The API key contains ${JSON.stringify(strange)}, but keys have only ASCII characters and no spaces. Copy the whole key to POSTHORN_API_KEY, or log in again: ${invocation} login`,
  )
}

/** The environment of a key, from its prefix. */
export function modeOf(key: string): Mode {
  const mode = /^tx_(live|test)_.{1,256}$/.exec(sendableKey(key))?.[1]
  if (mode !== 'live' && mode !== 'test')
    throw fatal('That is not an API key. API keys begin with tx_test_ or tx_live_.')
  return mode
}
