import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { refuseSharedPorts } from './ports.ts'

const check = (role: 'start' | 'api' | 'worker', environment: Record<string, string>) => () =>
  refuseSharedPorts(role, parseConfig({ PORT: '3100', ...environment }))

test.each([
  ['start', { POSTHORN_INBOUND_SMTP_PORT: '3100' }, 'PORT and POSTHORN_INBOUND_SMTP_PORT are both 3100.'],
  ['start', { POSTHORN_SUBMISSION_PORT: '3100' }, 'PORT and POSTHORN_SUBMISSION_PORT are both 3100.'],
  ['api', { POSTHORN_SUBMISSION_TLS_PORT: '3100' }, 'PORT and POSTHORN_SUBMISSION_TLS_PORT are both 3100.'],
  [
    'start',
    { POSTHORN_INBOUND_SMTP_PORT: '25', POSTHORN_SUBMISSION_PORT: '25' },
    'POSTHORN_INBOUND_SMTP_PORT and POSTHORN_SUBMISSION_PORT are both 25.',
  ],
  [
    'worker',
    { POSTHORN_INBOUND_SMTP_PORT: '25', POSTHORN_WORKER_PORT: '25' },
    'POSTHORN_INBOUND_SMTP_PORT and POSTHORN_WORKER_PORT are both 25.',
  ],
  [
    'start',
    { POSTHORN_INBOUND_SMTP_PORT: '3100', POSTHORN_INBOUND_SMTP_HOST: '0.0.0.0' },
    'PORT and POSTHORN_INBOUND_SMTP_PORT are both 3100.',
  ],
  ['api', { HOST: '::', POSTHORN_SUBMISSION_PORT: '3100', POSTHORN_SUBMISSION_HOST: '192.0.2.1' }, 'are both 3100.'],
] as const)('`%s` refuses %j, naming both settings', (role, environment, words) => {
  expect(check(role, environment)).toThrow(words)
})

test.each([
  ['another role opens it', 'api', { POSTHORN_INBOUND_SMTP_PORT: '3100' }],
  ['another role opens it', 'worker', { POSTHORN_INBOUND_SMTP_PORT: '3100', POSTHORN_SUBMISSION_PORT: '3100' }],
  ['everything is served on PORT', 'start', { POSTHORN_WORKER_PORT: '3100' }],
  ['the addresses differ', 'start', { POSTHORN_INBOUND_SMTP_PORT: '3100', POSTHORN_INBOUND_SMTP_HOST: '192.0.2.1' }],
  ['any free port is taken', 'start', { PORT: '0', POSTHORN_SUBMISSION_PORT: '0' }],
] as const)('one port twice is fine where %s: `%s`, %j', (_, role, environment) => {
  expect(check(role, environment)).not.toThrow()
})

test.each([
  ['start', 'PORT', 'POSTHORN_INBOUND_SMTP_PORT'],
  ['api', 'PORT', 'POSTHORN_SUBMISSION_PORT'],
  ['worker', 'POSTHORN_INBOUND_SMTP_PORT', 'POSTHORN_WORKER_PORT'],
])('`npm run %s` ends before it opens anything when %s and %s are the same', (role, one, other) => {
  using place = mkdtempDisposableSync(join(tmpdir(), 'posthorn-ports-'))
  const program = fileURLToPath(new URL(`../commands/${role}.ts`, import.meta.url))
  // A folder that cannot be used: a start that got past the ports would say so.
  const env = { POSTHORN_DATA_DIR: '/proc/none', [one]: '3100', [other]: '3100' }
  const { status, stderr } = spawnSync(process.execPath, [program], { cwd: place.path, env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining(`${one} and ${other} are both 3100.`),
  })
})
