/**
 * A private Postfix, for tests and benches: its queue, its configuration and its port are in a temporary folder and on the
 * loopback interface, and it relays every message to a sink. A Postfix that already runs on the machine is left alone. It syncs
 * each message to disk before it answers.
 */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import { removeFolder } from './remove-folder.ts'

export type Postfix = AsyncDisposable & { readonly port: number }

const run = promisify(execFile)

/** Only root can start it. */
export const canRunPostfix = (): boolean => findProgram('postfix') !== undefined && process.getuid?.() === 0

type Settings = Readonly<Record<string, string>>

/** It signs in to the sink in clear text, since both are on this machine. */
export const signingIn = (sinkPort: number, password: string): Settings => ({
  smtp_sasl_auth_enable: 'yes',
  smtp_sasl_password_maps: `inline:{ { [127.0.0.1]:${sinkPort} = anybody:${password} } }`,
  smtp_sasl_security_options: '',
})

/** Accepted messages stay in its queue, and are not processed. */
export const holdingAll: Settings = { smtpd_sender_restrictions: 'check_sender_access static:HOLD' }

/** Undefined where Postfix is not installed, or where only an administrator could start it. */
export async function startPostfix(sinkPort: number, special: Settings = {}): Promise<Postfix | undefined> {
  const postfix = findProgram('postfix')
  if (!postfix || !canRunPostfix()) return undefined
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), 'posthorn-postfix-')), removeFolder)
  const port = await freePort()
  configure(folder, port, sinkPort, special)
  await run('chown', ['postfix', join(folder, 'data')])
  const config = join(folder, 'config')
  await run(postfix, ['-c', config, 'start']).catch(cause => {
    throw new Error(`Postfix does not start: ${logOf(folder)}`, { cause })
  })
  // In case this process ends unexpectedly.
  const end = () => process.kill(Number(readFileSync(join(folder, 'queue', 'pid', 'master.pid'), 'utf8')))
  process.once('exit', end)
  opened.defer(async () => {
    process.off('exit', end)
    await run(postfix, ['-c', config, 'stop'])
  })
  const kept = opened.move()
  return { port, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

function configure(folder: string, port: number, sinkPort: number, special: Settings): void {
  // Its processes do not run as root, and need to pass through this folder.
  chmodSync(folder, 0o755)
  for (const name of ['config', 'queue', 'data']) mkdirSync(join(folder, name))
  const main = {
    compatibility_level: '3.6',
    queue_directory: join(folder, 'queue'),
    data_directory: join(folder, 'data'),
    maillog_file: join(folder, 'maillog'),
    maillog_file_prefixes: folder,
    myhostname: 'postfix.acme.test',
    mydestination: '',
    inet_interfaces: 'loopback-only',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    relayhost: `[127.0.0.1]:${sinkPort}`,
    smtp_dns_support_level: 'disabled',
    smtpd_peername_lookup: 'no',
    smtp_tls_security_level: 'none',
    smtpd_tls_security_level: 'none',
    // As many connections to the sink as our relay has.
    default_destination_concurrency_limit: '20',
    initial_destination_concurrency: '20',
    smtpd_client_connection_count_limit: '0',
    alias_maps: '',
    local_recipient_maps: '',
    ...special,
  }
  writeFileSync(
    join(folder, 'config', 'main.cf'),
    Object.entries(main)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  )
  writeFileSync(join(folder, 'config', 'master.cf'), services.replace('PORT', `127.0.0.1:${port}`))
}

const services = `PORT inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`

function logOf(folder: string): string {
  try {
    return readFileSync(join(folder, 'maillog'), 'utf8')
  } catch {
    return 'there is no log'
  }
}
