/** The samples of the docs are pasted by readers: those with `run` after their language are run here. */
import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, inject, test } from 'vitest'
import { createOrganization } from '../service/operator.ts'
import { node, repository } from '../service/service.ts'

const { url, dataDir } = inject('service')
const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).status === 0
const recipes = readdirSync(join(repository, 'docs/recipes')).map(file => `recipes/${file}`)
const pages = ['quick-start.md', ...recipes]
let key: string

beforeAll(async () => {
  key = (await createOrganization(dataDir)).test_key
})

/** All samples of one language on a page are one program, as a reader would paste them. */
function programOf(page: string, language: string): string {
  const text = readFileSync(join(repository, 'docs', page), 'utf8')
  const samples = [...text.matchAll(/^```(\w+) run\n([\s\S]*?)^```$/gm)].filter(([, name]) => name === language)
  return samples
    .map(([, , code]) => code)
    .join('\n')
    .replaceAll('http://127.0.0.1:3000', url)
}

const withKey = () => ({ env: { PATH: process.env.PATH ?? '', POSTHORN_API_KEY: key }, timeout: 40_000 })

test.concurrent.for(pages)('the JavaScript on %s runs', async page => {
  const program = programOf(page, 'js')
  expect(program).not.toBe('')

  const { stdout, stderr } = await run(node, ['--input-type=module', '--eval', program], withKey())

  expect(stdout).not.toBe('')
  expect(stderr).toBe('')
})

test.skipIf(!hasCurl)('the commands of the quick start send what they say', async () => {
  const commands = programOf('quick-start.md', 'sh').replaceAll('curl ', 'curl --silent --show-error --fail-with-body ')

  const { stdout } = await run('sh', ['-ec', commands], withKey())

  expect(stdout.match(/"status":"processing"/g)).toHaveLength(2)
})
