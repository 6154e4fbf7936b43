/** A real spamd on its own port, without network access. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../sinks/free-port.ts'
import { removeFolder } from '../../../sinks/remove-folder.ts'

export async function startSpamd(program: string): Promise<AsyncDisposable & { port: number }> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-spamd-'))
  const args = ['--local', '--nouser-config', '--max-children=1', '--syslog=stderr', `--helper-home-dir=${folder}`]
  const listening = ['--listen=127.0.0.1', `--port=${port}`, `--pidfile=${join(folder, 'pid')}`]
  const child = spawn(program, [...args, ...listening], { stdio: 'ignore', env: { ...process.env, HOME: folder } })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('spamd does not start')
    await pause(200)
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      removeFolder(folder)
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
