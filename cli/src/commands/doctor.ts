import { statSync } from 'node:fs'
import type { KeyInUse } from '@posthorn/contract/keys'
import { type Check, error, guarded, ok, warning } from '../../../server/src/operator/doctor/check.ts'
import { report } from '../../../server/src/operator/doctor/report.ts'
import { askApi, refusalIn } from '../api.ts'
import { defineCommand, invocation } from '../command.ts'
import { addressOf, loginPath, type Mode, readLogin, sendableKey } from '../login-file.ts'
import type { Terminal } from '../terminal.ts'

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Checks the login, the connection to the API, the keys and the clock',
  example: 'doctor --json',
  options: {},
  async run(_given, { env, clock }) {
    return report(await guarded('login', async () => [...checkLogin(env), ...(await checkKeys(env, clock))]))
  },
})

function checkLogin(env: Terminal['env']): Check[] {
  const login = readLogin(env)
  if (!login) {
    if (env.POSTHORN_URL && env.POSTHORN_API_KEY) return [ok('login', 'Uses POSTHORN_URL and POSTHORN_API_KEY.')]
    return [error('login', 'Not logged in.', `${invocation} login --url https://posthorn.example.com`)]
  }
  const others = statSync(loginPath(env)).mode & 0o077
  if (others !== 0 && process.platform !== 'win32')
    return [warning('login', 'Other users of this machine can read the keys.', `chmod 600 ${loginPath(env)}`)]
  return [ok('login', `${Object.keys(login.keys).join(' and ')} key for ${login.url}`)]
}

async function checkKeys(env: Terminal['env'], clock: () => Date): Promise<Check[]> {
  const login = readLogin(env)
  const url = addressOf(env, login)
  const keys = env.POSTHORN_API_KEY ? { given: env.POSTHORN_API_KEY } : (login?.keys ?? {})
  if (!url) return []
  const checks = await Promise.all(
    Object.entries(keys).map(([mode, key]) =>
      guarded(`${mode}_key`, () => checkKey(mode as Mode, { url, key: sendableKey(key) }, clock)),
    ),
  )
  return checks.flat()
}

async function checkKey(mode: string, access: { url: string; key: string }, clock: () => Date): Promise<Check[]> {
  const name = `${mode}_key`
  const { status, body, headers } = await askApi(access, { path: '/v1/key' })
  if (status >= 400) return [error(name, refusalIn(body) ?? `The API answered ${status}.`, `${invocation} login`)]
  const { organization, permissions } = body as KeyInUse // as: by the contract
  const difference = Math.abs(Date.parse(headers.get('date') ?? '') - clock().getTime()) / 1_000
  return [
    ok(name, `Valid for ${organization.name}, ${permissions.length} permissions.`),
    ...(difference > 60
      ? [
          warning(
            'clock',
            `The clocks of this machine and the API differ by ${Math.round(difference)} s.`,
            'Set the clock by NTP.',
          ),
        ]
      : []),
  ]
}
