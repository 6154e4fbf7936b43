import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTally } from './tally.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-tally-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const end = { service: 'resend', dryRun: false, stopped: undefined }

test('ten refusals are shown; if there are more, all are in a file that only the user can read', () => {
  const file = join(folder, 'refused.csv')
  const tally = createTally(file)
  for (let nth = 0; nth < 10; nth++) tally.refuse('contacts', `=${nth}`, 'no "address"')
  const few = tally.answer(end)
  expect(existsSync(file)).toBe(false)

  for (let nth = 10; nth < 15; nth++) tally.refuse('contacts', `${nth}\u001b[2J`, 'no')
  const many = tally.answer(end)

  expect(few).toMatchObject({ failed: true, json: { contacts: { refused: 10 } } })
  expect(few.text).not.toContain('more')
  expect(many.text).toContain(`and 5 more: see all in ${file}`)
  expect(many.text).not.toContain('\u001b')
  const lines = readFileSync(file, 'utf8').trim().split('\r\n')
  expect(lines).toHaveLength(16)
  expect(lines[1]).toBe(`"contacts","'=0","no ""address"""`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  createTally(file)
  expect(existsSync(file)).toBe(false)
})

test('a stopped import says that it can be run again', () => {
  const tally = createTally(join(folder, 'none.csv'))
  tally.count('contacts', 'new', 500)

  const answer = tally.answer({ ...end, stopped: 'Resend says: 500.' })

  expect(answer.text).toMatch(/contacts +500 +0 +0 +0\n/)
  expect(answer).toMatchObject({ failed: true, text: expect.stringContaining('run the command again') })
})

test('a folder that cannot be written to costs only the file of refusals', () => {
  const tally = createTally(join(folder, 'no-such-folder', 'refused.csv'))
  for (let nth = 0; nth < 15; nth++) tally.refuse('contacts', String(nth), 'no')

  const { text, json } = tally.answer(end)

  expect(text).toContain('… and 5 more\n')
  expect(text).toContain(
    `Only the first refusals are shown, because ${join(folder, 'no-such-folder', 'refused.csv')} cannot be written: there is no folder ${join(folder, 'no-such-folder')}. Create it first, or choose another file.\n`,
  )
  expect(json).toMatchObject({ contacts: { refused: 15 } })
})
