/**
 * A private OpenStack Swift, which speaks the protocol of S3, for tests: four servers on the loopback interface, with their rings
 * and disks in a temporary folder. A Swift that already runs on the machine is left alone.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import { removeFolder } from './remove-folder.ts'

export type Swift = AsyncDisposable & {
  readonly endpoint: string
  readonly accessKey: string
  readonly secretKey: string
}

const kinds = ['account', 'container', 'object'] as const
const programs = ['swift-ring-builder', 'swift-proxy-server', ...kinds.map(kind => `swift-${kind}-server`)]
const run = promisify(execFile)

export const canRunSwift = (): boolean => programs.every(name => findProgram(name) !== undefined)

/** Undefined where it is not installed. */
export async function startSwift(): Promise<Swift | undefined> {
  if (!canRunSwift()) return undefined
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), 'posthorn-swift-')), removeFolder)
  mkdirSync(join(folder, 'disks', 'd1'), { recursive: true })
  writeFileSync(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = posthorn\n')
  const ports: number[] = []
  const start = (name: string, port: number, config: string) => {
    ports.push(port)
    const path = join(folder, `${name}.conf`)
    writeFileSync(path, `${common(folder, port)}\n${config}`)
    opened.adopt(spawn(findProgram(`swift-${name}-server`) ?? '', [path], { stdio: 'ignore' }), end)
  }
  for (const kind of kinds) {
    const port = await freePort()
    await makeRing(folder, kind, port)
    start(kind, port, `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`)
  }
  const port = await freePort()
  start('proxy', port, proxy)
  const endpoint = `http://127.0.0.1:${port}`
  await Promise.all(ports.map(untilItAnswers))
  const kept = opened.move()
  return {
    endpoint,
    accessKey: 'acme:posthorn',
    secretKey: 'testing',
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'disks')}
mount_check = false
disable_fallocate = true
`

/** It requires the address of a memcached, and works without one that answers. */
const proxy = `[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_acme_posthorn = testing .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`

async function makeRing(folder: string, kind: string, port: number): Promise<void> {
  const build = (...args: string[]) =>
    run(findProgram('swift-ring-builder') ?? '', [join(folder, `${kind}.builder`), ...args])
  await build('create', '4', '1', '1')
  await build('add', `r1z1-127.0.0.1:${port}/d1`, '1')
  await build('rebalance')
}

async function untilItAnswers(port: number): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}`).catch(() => undefined)
    if (answer) return answer.body?.cancel()
    await pause(100)
  }
  throw new Error('Swift does not answer')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}
