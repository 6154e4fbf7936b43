/** The bench's own OpenDKIM, which signs the messages of a Postfix with RSA-2048, Debian's default. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../sinks/find-program.ts'
import { freePort } from '../../sinks/free-port.ts'
import { removeFolder } from '../../sinks/remove-folder.ts'
import { startProgram } from '../child-process.ts'
import { untilOpen } from './until-open.ts'

/** `forPostfix`: the Postfix settings that use it as a milter. Postfix refuses messages that it cannot sign. */
export type OpenDkim = AsyncDisposable & { forPostfix: Readonly<Record<string, string>> }

/** Starts an OpenDKIM that signs for this sender domain. Undefined if it is not installed. */
export async function startOpenDkim(domain: string, signal: AbortSignal): Promise<OpenDkim | undefined> {
  const path = findProgram('opendkim')
  if (!path) return undefined
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), 'posthorn-bench-opendkim-')), removeFolder)
  const port = await freePort()
  const command = { path, args: ['-f', '-x', configure(folder, domain, port)] }
  opened.use(
    await startProgram('opendkim', command, { cwd: folder, env: {}, signal }, (_, until) => untilOpen(port, until)),
  )
  const kept = opened.move()
  return {
    forPostfix: { smtpd_milters: `inet:127.0.0.1:${port}`, milter_default_action: 'tempfail' },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

function configure(folder: string, domain: string, port: number): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 })
  const settings = {
    Mode: 's',
    Domain: domain,
    Selector: 'bench',
    KeyFile: keyFile,
    Socket: `inet:${port}@127.0.0.1`,
    Canonicalization: 'relaxed/relaxed',
    OversignHeaders: 'From',
    Syslog: 'no',
    // The temporary folder is world-writable.
    RequireSafeKeys: 'no',
  }
  const file = join(folder, 'opendkim.conf')
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  writeFileSync(file, lines.join(''))
  return file
}
