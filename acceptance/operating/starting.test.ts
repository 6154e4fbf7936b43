/** The user that starts it, the folder, and the settings. How soon it is ready: first-start.test.ts. */
import { execFile } from 'node:child_process'
import { chownSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { ask, client } from '../http-client/client.ts'
import { curlOf } from '../service/banner.ts'
import { newDataFolder } from '../service/data-folder.ts'
import { posthorn } from '../service/operator.ts'
import { compileCache, node, program, run, startService } from '../service/service.ts'
import { setUpLink } from '../service/set-up-link.ts'

const execute = promisify(execFile)

test('an ordinary user can start it as well as root, on a free port, and the settings decide about the keys and the address that is shown', async () => {
  using folder = newDataFolder()
  const account = await otherAccount()
  if (account) chownSync(folder.path, account.uid, account.gid)
  // The other cache is not readable for this user.
  const own = { HOME: folder.path, NODE_COMPILE_CACHE: join(folder.path, 'compile-cache') }
  const start = (env: Record<string, string>) =>
    startService({ dataDir: folder.path, env: { ...own, ...env }, ...(account && { account }) })
  const servers = async (at: string) =>
    (await ask<{ servers: { url: string }[] }>(at, { path: '/openapi.json' })).body.servers
  const [before, after] = ['tx_live_fixed_by_the_settings_1', 'tx_live_fixed_by_the_settings_2']

  const first = await start({ PORT: '0', POSTHORN_LIVE_KEY: before })
  expect(first.output()).toContain('set by POSTHORN_LIVE_KEY')
  expect(first.output()).not.toContain(before)
  expect((await client(first.url, before).get('/v1/contacts')).status).toBe(200)
  const contact = { email: 'nobody@example.com' }
  expect((await client(first.url, first.testKey).post('/v1/contacts', contact)).status).toBe(201)
  expect(await servers(first.url)).toEqual([expect.objectContaining({ url: first.url })])
  expect((await ask(first.url, { path: '/docs' })).text).toContain(first.url)
  expect((await posthorn<{ link: string }>(folder.path, 'set-up')).link, 'in a shell without its PORT').toContain(
    first.url,
  )
  expect(await first.stop()).toEqual({ code: 0, signal: null })

  const port = String(await freePort())
  const settings = { PORT: port, POSTHORN_LIVE_KEY: after, POSTHORN_PUBLIC_URL: 'https://mail.example.com/' }
  await using second = await start(settings)
  const url = `http://127.0.0.1:${port}`
  expect(second.testKey).toBe(first.testKey)
  expect((await client(url, after).get('/v1/contacts')).status).toBe(200)
  expect((await client(url, before).get('/v1/contacts')).status).toBe(401)
  expect(second.url).toBe('https://mail.example.com')
  expect(await servers(url)).toEqual([expect.objectContaining({ url: 'https://mail.example.com' })])
}, 120_000)

/** `script` (util-linux) gives a command a terminal. */
const hasScript = await execute('script', ['--version']).then(
  () => true,
  () => false,
)

test.skipIf(!hasScript)('a terminal shows the keys once, at the start that made them', async () => {
  using folder = newDataFolder()
  const onTerminal = async () => {
    const command = ['script', '-qefc', program('start').join(' '), '/dev/null'] as const
    const service = await startService({ dataDir: folder.path, command, env: compileCache })
    const text = service.output().replaceAll('\r', '')
    // The terminal is closed first, then the service ends.
    service.signal('SIGTERM')
    await vi.waitFor(() => expect(existsSync(join(folder.path, 'posthorn.lock'))).toBe(false), { timeout: 15_000 })
    return { ...service, text }
  }

  const first = await onTerminal()
  const later = await onTerminal()

  expect(first.text).toMatch(new RegExp(`Live key +${first.liveKey}\n`))
  expect(first.text).toMatch(new RegExp(`Test key +${first.testKey}\n`))
  expect(curlOf(first.text.split('\n'))).toContain(`'Authorization: Bearer ${first.liveKey}'`)
  expect([later.liveKey, later.testKey]).toEqual([first.liveKey, first.testKey])
  expect(later.text).toMatch(/Live key +in .*keys\.json\n/)
  expect(later.text).not.toMatch(/tx_(live|test)_/)
  // The link is valid at every start until it is used.
  expect(later.text).toContain(setUpLink(folder.path))
})

/** Root has started everything else: this is another account, if it can read this folder. */
async function otherAccount() {
  const nobody = { uid: 65_534, gid: 65_534 }
  if (process.getuid?.() !== 0) return undefined
  const { code } = await run([node, '--version'], { account: nobody, cwd: '/' }).exited.catch(() => ({ code: 1 }))
  return code === 0 ? nobody : undefined
}
