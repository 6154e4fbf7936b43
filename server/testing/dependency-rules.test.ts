import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

// A copy of the tree in which each of these files breaks one rule. A rule that cannot fail is worse than none.
const planted: [rule: string, file: string, text: string][] = [
  ['no-cycles', 'server/src/core/clock.ts', "export * from './id.ts'"],
  ['contract-stands-alone', 'contract/src/planted.ts', "import 'fastify'"],
  ['outsiders-see-only-the-contract', 'acceptance/planted.ts', "import '../server/src/core/id.ts'"],
  ['dashboard-stands-on-the-contract', 'dashboard/src/planted.ts', "import 'node:fs'"],
  ['sdk-imports-nothing', 'sdk/src/planted.ts', "import 'node:fs'"],
  ['look-stands-alone', 'look/src/planted-look.ts', "import '../../server/src/core/id.ts'"],
  ['site-takes-only-the-look', 'site/planted.ts', "import '../server/src/core/id.ts'"],
  ['nobody-imports-the-site', 'acceptance/planted-2.ts', "import '../site/src/slug.ts'"],
  ['mcp-stands-on-the-contract', 'mcp/src/planted.ts', "import 'fastify'"],
  ['cli-sees-only-what-runs-anywhere', 'cli/src/planted.ts', "import '../../server/src/postgres/database.ts'"],
  ['mcp-is-loaded-when-it-is-wanted', 'server/src/http/planted-mcp.ts', "import '../../../mcp/src/over-http.ts'"],
  ['core-imports-nothing-of-ours', 'server/src/core/planted.ts', "import '../postgres/outages/outage.ts'"],
  ['validation-stands-on-core', 'server/src/validation/planted.ts', "import '../http/handler.ts'"],
  ['nobody-imports-a-command', 'server/src/operator/planted.ts', "import '../commands/role.ts'"],
  [
    'rooms-know-no-settings',
    'server/src/resources/audience/contacts/planted-10.ts',
    "import '../../../setup/settings.ts'",
  ],
  [
    'doors-only-translate',
    'server/src/doors/resend/planted.ts',
    "import '../../resources/audience/contacts/contact.ts'",
  ],
  ['nobody-imports-a-door', 'server/src/http/planted-door.ts', "import '../doors/resend/door.ts'"],
  ['a-door-knows-no-other', 'server/src/doors/other/planted.ts', "import '../resend/door.ts'"],
  ['machinery-knows-no-room', 'server/src/http/planted-1.ts', "import '../resources/audience/contacts/contact.ts'"],
  ['postgres-is-the-ground-floor', 'server/src/postgres/planted-1.ts', "import '../events/fact.ts'"],
  ['engine-stands-on-postgres', 'server/src/engine/planted.ts', "import '../events/fact.ts'"],
  ['events-stand-on-the-engine', 'server/src/events/planted.ts', "import '../sending/retry.ts'"],
  ['sending-stands-on-the-engine', 'server/src/sending/planted.ts', "import '../events/fact.ts'"],
  ['text-pool-stands-alone', 'server/src/text-pool/planted.ts', "import '../events/fact.ts'"],
  [
    'rooms-see-the-pool-as-a-port',
    'server/src/resources/audience/contacts/planted-9.ts',
    "import '../../../text-pool/pool.ts'",
  ],
  ['http-touches-no-storage', 'server/src/http/planted-2.ts', "import '../postgres/outages/outage.ts'"],
  [
    'store-is-private-to-its-room',
    'server/src/resources/audience/topics/planted-1.ts',
    "import '../contacts/store.ts'",
  ],
  ['store-is-behind-its-room', 'server/src/planted-1.ts', "import './resources/audience/contacts/store.ts'"],
  ['store-asks-nobody', 'server/src/resources/audience/topics/store.ts', "import '../../../events/record.ts'"],
  ['routes-open-to-the-api', 'server/src/planted-2.ts', "import './resources/audience/contacts/routes.ts'"],
  ['tasks-open-to-the-worker', 'server/src/planted-3.ts', "import './resources/account/rate-limits/tasks.ts'"],
  [
    'verbs-do-not-know-the-doors',
    'server/src/resources/audience/contacts/planted-1.ts',
    "import '../../../http/handler.ts'",
  ],
  ['transports-know-only-the-wire', 'server/src/transports/planted.ts', "import '../postgres/outages/outage.ts'"],
  [
    'rooms-see-transports-as-a-port',
    'server/src/resources/audience/contacts/planted-5.ts',
    "import '../../../transports/planted.ts'",
  ],
  ['fastify-only-in-http', 'server/src/resources/audience/contacts/planted-2.ts', "import 'fastify'"],
  ['prom-client-only-in-http', 'server/src/sending/planted-2.ts', "import 'prom-client'"],
  ['ajv-only-in-validation', 'server/src/http/planted-3.ts', "import 'ajv'"],
  ['pg-only-in-postgres', 'server/src/resources/audience/contacts/planted-3.ts', "import 'pg'"],
  ['template-languages-only-in-templates', 'server/src/resources/audience/contacts/planted-6.ts', "import 'liquidjs'"],
  ['wire-libraries-only-in-transports', 'server/src/resources/audience/contacts/planted-7.ts', "import 'smtp-server'"],
  [
    'telemetry-is-loaded-when-it-is-wanted',
    'server/src/resources/audience/contacts/planted-12.ts',
    "import '@opentelemetry/api'",
  ],
  ['better-auth-only-among-people', 'server/src/resources/audience/contacts/planted-8.ts', "import 'better-auth'"],
  ['zip-only-in-export', 'server/src/resources/audience/contacts/planted-14.ts', "import 'yazl'"],
  ['mailauth-only-in-checks-of-domains', 'server/src/resources/audience/contacts/planted-11.ts', "import 'mailauth'"],
  [
    'config-stays-at-the-entrance',
    'server/src/resources/audience/contacts/planted-4.ts',
    "import '../../../setup/config.ts'",
  ],
  ['testing-is-for-tests', 'server/src/planted-4.ts', "import '../testing/callers.ts'"],
  ['no-junk-drawers', 'server/src/planted-5.ts', "import './utils.ts'"],
  ['no-barrels', 'server/src/planted-6.ts', "import './index.ts'"],
]

const folders = ['contract', 'look', 'mcp', 'server', 'dashboard', 'cli', 'acceptance', 'sdk', 'site']
let copy: string
let broken: Set<string>
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'posthorn-rules-'))
  const isSource = (path: string) => !/\/(node_modules|dist)$/.test(path)
  for (const part of [...folders, 'package.json', 'tsconfig.json', 'dependency-cruiser.cjs']) {
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource })
  }
  for (const part of ['.', ...folders].filter(part => existsSync(join(root, part, 'node_modules')))) {
    symlinkSync(join(root, part, 'node_modules'), join(copy, part, 'node_modules'))
  }
  for (const [, file, text] of planted) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), `${text}\n`)
  }
  for (const name of ['utils', 'index']) writeFileSync(join(copy, 'server/src', `${name}.ts`), 'export const x = 1\n')
  writeFileSync(join(copy, 'server/src/core/id.ts'), "export * from './clock.ts'\n")
  broken = await rulesBroken(copy)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function rulesBroken(folder: string): Promise<Set<string>> {
  const cruiser = join(
    dirname(fileURLToPath(import.meta.resolve('dependency-cruiser'))),
    '../../bin/dependency-cruiser.mjs',
  )
  const files = planted.map(([, file]) => file)
  // What is planted and what it leads to: the whole tree, which `npm run check` reads, took three times as long.
  const args = [cruiser, '--config', 'dependency-cruiser.cjs', '--output-type', 'json', '--max-depth', '3', ...files]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => {
      if (!stdout.startsWith('{')) return reject(new Error(stderr))
      const { violations } = JSON.parse(stdout).summary as { violations: { rule: { name: string } }[] }
      resolve(new Set(violations.map(violation => violation.rule.name)))
    })
  })
}

test.each(planted)('a planted import breaks the rule %s', rule => {
  expect(broken).toContain(rule)
})
