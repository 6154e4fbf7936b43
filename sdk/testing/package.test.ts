import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

const execute = promisify(execFile)
const { execPath: node } = process
const sdk = fileURLToPath(new URL('..', import.meta.url))
const tsc = join(sdk, '../node_modules/typescript-native/bin/tsc')
/** The last one that resolves packages as TypeScript 5 does by default for CommonJS. */
const olderTsc = join(sdk, '../node_modules/typescript/bin/tsc')

test('the whole client is below 15 kB, minified and compressed', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, lib: { entry: join(sdk, 'src/posthorn.ts'), formats: ['es'] } },
  })
  const chunks = [built].flat().flatMap(one => ('output' in one ? one.output : []))
  const code = chunks.map(chunk => (chunk.type === 'chunk' ? chunk.code : '')).join('')

  expect(code).toContain('/v1/emails')
  expect(code, 'no Node APIs').not.toMatch(/node:|require\(/)
  expect(gzipSync(code).length).toBeLessThan(15_000)
})

const right = `
  import { type EmailSend, Posthorn } from '@posthorn/sdk'
  const email: EmailSend = { from: 'a@b.co', to: ['c@d.co'], subject: 'x', text: 'x', cc: undefined }
  const sent: { id: string } = await new Posthorn().emails.send(email, { idempotencyKey: 'x' })
  for await (const { status } of new Posthorn().emails.list({ status: 'sent' })) status satisfies string`
const wrong = `
  import { Posthorn } from '@posthorn/sdk'
  new Posthorn().emails.send({ from: 'a@b.co', subject: 'x' })`

test('the package is plain JavaScript with types, for Node and a strict compiler', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-sdk-'))
  const installed = join(folder, 'node_modules/@posthorn/sdk')
  try {
    await execute(node, [join(sdk, 'build.ts'), join(installed, 'dist')])
    await copyFile(join(sdk, 'package.json'), join(installed, 'package.json'))
    await writeFile(join(folder, 'right.mts'), right)
    await writeFile(join(folder, 'wrong.mts'), wrong)

    const script = `
      import { ApiError, Posthorn } from '@posthorn/sdk'
      const posthorn = new Posthorn({ apiKey: 'tx_test_x', url: 'http://127.0.0.1' })
      process.stdout.write([typeof posthorn.emails.send, ApiError.name].join())`
    const { stdout } = await execute(node, ['--input-type=module', '--eval', script], { cwd: folder })
    expect(stdout).toBe('function,ApiError')

    const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom']
    const compile = (file: string) => execute(node, [tsc, ...strict, '--types', '', file], { cwd: folder })
    await compile('right.mts')
    const older = ['--module', 'esnext', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0']
    await execute(node, [olderTsc, ...strict, ...older, 'right.mts'], { cwd: folder })
    await expect(compile('wrong.mts')).rejects.toMatchObject({
      stdout: expect.stringMatching(/Property 'to' is missing/),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the client for Python has the same version', async () => {
  const { version } = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'))

  expect(await readFile(join(sdk, 'python/pyproject.toml'), 'utf8')).toContain(`version = "${version}"`)
})
