/**
 * A release replaces the previous one under load, one process after the other: every request is accepted. POSTHORN_RELEASE_BEFORE
 * names the commit to start from.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { canBalance, startLoadBalancer } from '../../sinks/load-balancer.ts'
import { removeFolder } from '../../sinks/remove-folder.ts'
import { startSmtpSink } from '../../sinks/smtp-sink.ts'
import { hello } from '../emails/sending.ts'
import { repository } from '../service/service.ts'
import { expectNoDuplicate, expectNoFault } from './history.ts'
import { keys, migrate, portOf, type Role, startApi, startBench, startWorker } from './roles.ts'
import { testTimeoutMs } from './scale.ts'
import { startSenders } from './senders.ts'

const before = process.env.POSTHORN_RELEASE_BEFORE

test.skipIf(!before || !canBalance())(
  'two APIs and three workers are replaced one by one',
  {
    timeout: testTimeoutMs,
  },
  async () => {
    const release = releaseAt(before ?? '')
    await using opened = new AsyncDisposableStack()
    opened.adopt(release, removeFolder)
    using bench = await startBench(release)
    await using sink = await startSmtpSink({ tls: 'off', script: () => ({ delayMs: 5 }) })
    const env = { ...keys, POSTHORN_DRAIN_SECONDS: '1' }
    const apis = [await startApi(bench, { env, release }), await startApi(bench, { env, release })]
    const workers: Role[] = []
    for (let nth = 0; nth < 3; nth++) workers.push(await startWorker(bench, sink, { release }))
    opened.defer(async () => {
      await Promise.all([...apis, ...workers].map(role => role[Symbol.asyncDispose]()))
    })
    await using balancer = await startLoadBalancer(apis.map(portOf))
    const access = { url: balancer.url, key: bench.liveKey }
    await pause(1_000)
    await using senders = startSenders({ ...access, clients: 16, everyMs: 20 })
    const progress = async () => {
      const had = senders.accepted()
      await expect.poll(() => senders.accepted(), { timeout: 30_000 }).toBeGreaterThan(had + 100)
    }

    await progress()
    await migrate(bench)
    await progress()
    // Old workers must not send emails of the new API (docs/operating.md).
    for (const [nth, old] of workers.entries()) {
      await old[Symbol.asyncDispose]()
      workers[nth] = await startWorker(bench, sink)
      await progress()
    }
    for (const [nth, old] of apis.entries()) {
      await old[Symbol.asyncDispose]()
      apis[nth] = await startApi(bench, { env, port: portOf(old) })
      await progress()
    }
    await senders.stop()

    const history = await expectNoFault(access, senders, sink)
    process.stdout.write(`replaced one by one: ${history.emails.length} emails\n`)
    expect(senders.broken).toEqual([])
    expect(senders.heard.filter(({ status }) => status >= 300)).toEqual([])
    expectNoDuplicate(history)
    expect(sink.messages.filter(({ raw }) => !raw.includes(hello.text))).toEqual([])
  },
)

/** The code of that commit in a separate folder, with the libraries installed here. */
function releaseAt(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-release-'))
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: repository,
    maxBuffer: 1_000_000_000,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // Links of the workspaces lead to the folders beside them: in a copy, to those of the other release.
  for (const owner of ['.', ...readdirSync(repository)]) {
    const libraries = join(repository, owner, 'node_modules')
    if (!existsSync(libraries)) continue
    cpSync(libraries, join(folder, owner, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  }
  return folder
}
