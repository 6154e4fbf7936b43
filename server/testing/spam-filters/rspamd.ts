/**
 * A private rspamd with its default rules: its configuration and data are in a temporary folder, it listens on the loopback
 * interface, and uses only the given DNS server.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../../sinks/free-port.ts'
import { removeFolder } from '../../../sinks/remove-folder.ts'
import type { Points } from './points.ts'

type Envelope = { host: string; address: string; mailFrom: string; recipient: string }
export type Rspamd = AsyncDisposable & { score(message: Buffer, envelope: Envelope): Promise<Points> }

export async function startRspamd(program: string, dnsServer: string): Promise<Rspamd> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), 'posthorn-rspamd-')), removeFolder)
  const url = `http://127.0.0.1:${await freePort()}`
  configure(folder, url.slice('http://'.length), dnsServer)
  const variables = ['LOCAL_CONFDIR', 'DBDIR', 'RUNDIR', 'LOGDIR'].map(name => `--var=${name}=${folder}`)
  const child = spawn(program, ['-f', '-i', '-c', '/etc/rspamd/rspamd.conf', ...variables], { stdio: 'ignore' })
  opened.defer(async () => {
    if (child.exitCode !== null || !child.kill()) return
    await once(child, 'exit')
  })
  await vi.waitFor(async () => expectPong(await fetch(`${url}/ping`)), { timeout: 60_000, interval: 200 })
  const kept = opened.move()
  return {
    async score(message, { host, address, mailFrom, recipient }) {
      const headers = { ip: address, helo: host, hostname: host, from: mailFrom, rcpt: recipient }
      const response = await fetch(`${url}/checkv2`, { method: 'POST', headers, body: new Uint8Array(message) })
      // `as`: see https://docs.rspamd.com/developers/protocol.
      const { symbols } = (await response.json()) as { symbols: Record<string, { score: number }> }
      return Object.fromEntries(Object.entries(symbols).map(([name, { score }]) => [name, score]))
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

function expectPong({ ok }: Response): void {
  if (!ok) throw new Error('rspamd is not ready')
}

function configure(folder: string, address: string, dnsServer: string): void {
  const files = {
    // Compiling its rules and its list of top-level domains again would take most of a minute.
    'options.inc': [
      `dns { nameserver = ["${dnsServer}"]; timeout = 1s; retransmits = 1; }`,
      `disable_hyperscan = true; url_tld = "${join(folder, 'domains')}";`,
    ],
    'worker-normal.inc': [`bind_socket = "${address}"; count = 1;`],
    'worker-controller.inc': ['enabled = false;'],
    'worker-proxy.inc': ['enabled = false;'],
    'logging.inc': ['type = "console"; level = "error";'],
    'fuzzy_check.conf': ['rule "rspamd.com" { servers = "127.0.0.1:1"; }'],
  }
  mkdirSync(join(folder, 'local.d'))
  writeFileSync(join(folder, 'domains'), 'com\nnet\norg\n')
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, 'local.d', name), lines.join('\n'))
}
