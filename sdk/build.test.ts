import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

test('the build is complete, also when it runs twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-sdk-'))
  const build = () => execFileSync(process.execPath, [fileURLToPath(new URL('build.ts', import.meta.url)), folder])
  build()
  build()

  const published = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'posthorn.js')).href)
  expect(published.Posthorn).toBeTypeOf('function')
  rmSync(folder, { recursive: true })
})
