import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '#setup/config.ts'
import { checkBodies } from './bodies.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

const check = (place: string) => checkBodies(parseConfig({ POSTHORN_BODIES: place }))

test('a test object is written to the folder and removed', async () => {
  expect(await check(`file:${folder}/bodies`)).toMatchObject([{ status: 'ok' }])

  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile())).toEqual([])
})

test('a folder that cannot be used is an error that says why', async () => {
  writeFileSync(join(folder, 'file'), '')

  expect(await check(`file:${folder}/file`)).toMatchObject([
    { status: 'error', message: expect.stringContaining(`file:${folder}/file fails: `) },
  ])
})
