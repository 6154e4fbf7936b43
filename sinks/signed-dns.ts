/**
 * Signed zones, and a resolver that checks the signatures: nsd and unbound, on the loopback interface, with all their files in a
 * temporary folder.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import { removeFolder } from './remove-folder.ts'

/** `broken`: its content was changed after it was signed. */
export type Zone = { name: string; records: readonly string[]; signed: 'yes' | 'no' | 'broken' }
export type SignedDns = AsyncDisposable & { resolver: string }

const programs = ['nsd', 'unbound', 'ldns-keygen', 'ldns-signzone'] as const
export const canSignDns = (): boolean => programs.every(name => findProgram(name) !== undefined)

export async function startSignedDns(zones: readonly Zone[]): Promise<SignedDns> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), 'posthorn-dns-')), removeFolder)
  const [zonePort, port] = [await freePort(), await freePort()]
  const anchors = zones.flatMap(zone => writeZone(folder, zone))
  writeFileSync(join(folder, 'nsd.conf'), nsdConfig(folder, zonePort, zones))
  writeFileSync(join(folder, 'unbound.conf'), unboundConfig(folder, { port, zonePort }, zones, anchors))
  for (const [program, at] of [['nsd', zonePort] as const, ['unbound', port] as const]) {
    const child = spawn(findProgram(program) ?? program, ['-d', '-c', join(folder, `${program}.conf`)], {
      stdio: 'ignore',
    })
    opened.defer(async () => {
      if (child.exitCode !== null || !child.kill()) return
      await once(child, 'exit')
    })
    await untilListening(at)
  }
  const kept = opened.move()
  return { resolver: `127.0.0.1:${port}`, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

const fileOf = (folder: string, { name, signed }: Zone): string =>
  join(folder, signed === 'no' ? name : `${name}.signed`)

/** Returns what a resolver needs to check the zone. */
function writeZone(folder: string, zone: Zone): string[] {
  const { name, records, signed } = zone
  const head = [
    `$ORIGIN ${name}.`,
    '$TTL 60',
    `@ SOA ns.${name}. admin.${name}. 1 3600 600 86400 60`,
    `@ NS ns.${name}.`,
    'ns A 127.0.0.1',
  ]
  writeFileSync(join(folder, name), `${[...head, ...records].join('\n')}\n`)
  if (signed === 'no') return []
  const run = (program: (typeof programs)[number], ...options: string[]) =>
    execFileSync(findProgram(program) ?? program, options, { cwd: folder, encoding: 'utf8' }).trim()
  const key = run('ldns-keygen', '-a', 'ECDSAP256SHA256', '-k', name)
  const file = fileOf(folder, zone)
  run('ldns-signzone', '-f', file, name, key)
  if (signed === 'broken') writeFileSync(file, readFileSync(file, 'utf8').replace(/(\sMX\s+)10(\s)/, '$120$2'))
  return [readFileSync(join(folder, `${key}.ds`), 'utf8').trim()]
}

const nsdConfig = (folder: string, port: number, zones: readonly Zone[]): string => `server:
  ip-address: 127.0.0.1@${port}
  username: ""
  chroot: ""
  database: ""
  zonesdir: "${folder}"
  pidfile: "${join(folder, 'nsd.pid')}"
  xfrdfile: "${join(folder, 'xfrd.state')}"
  zonelistfile: "${join(folder, 'zone.list')}"
remote-control:
  control-enable: no
${zones.map(zone => `zone:\n  name: ${zone.name}\n  zonefile: "${fileOf(folder, zone)}"`).join('\n')}
`

const unboundConfig = (
  folder: string,
  { port, zonePort }: { port: number; zonePort: number },
  zones: readonly Zone[],
  anchors: readonly string[],
): string => `server:
  interface: 127.0.0.1
  port: ${port}
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  do-not-query-localhost: no
  local-zone: "test." nodefault
${anchors.map(anchor => `  trust-anchor: "${anchor.replaceAll(/\s+/g, ' ')}"`).join('\n')}
remote-control:
  control-enable: no
${zones.map(({ name }) => `stub-zone:\n  name: "${name}"\n  stub-addr: 127.0.0.1@${zonePort}`).join('\n')}
`

async function untilListening(port: number): Promise<void> {
  const until = performance.now() + 20_000
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port })
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (performance.now() > until) throw new Error(`nothing listens on port ${port}`)
    await pause(20)
  }
}
