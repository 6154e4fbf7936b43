/**
 * HAProxy in front of several APIs, as an operator would set it up: it polls /readyz, and retries requests that never reached a
 * server.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import { removeFolder } from './remove-folder.ts'

export const canBalance = (): boolean => findProgram('haproxy') !== undefined

export async function startLoadBalancer(ports: readonly number[]): Promise<AsyncDisposable & { url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-balancer-'))
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, ports))
  const child = spawn(findProgram('haproxy') ?? 'haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const gone = new Promise(resolve => child.once('close', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await gone
      await removeFolder(folder)
    },
  }
}

const configuration = (port: number, ports: readonly number[]) => `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 3
listen api
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server inter 200ms fall 1 rise 1
${ports.map((one, nth) => `  server api${nth} 127.0.0.1:${one} check`).join('\n')}
`
