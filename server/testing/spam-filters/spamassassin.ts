/** The verdict of SpamAssassin on messages, without network access. */
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { removeFolder } from '../../../sinks/remove-folder.ts'
import type { Points } from './points.ts'

const run = promisify(execFile)

/** All in one process, which takes two seconds to read its rules. */
export async function scoreBySpamAssassin(program: string, messages: readonly Buffer[]): Promise<Points[]> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), 'posthorn-spamassassin-')), removeFolder)
  const paths = messages.map((message, nth) => {
    const path = join(folder, `${nth}.eml`)
    writeFileSync(path, message)
    return path
  })
  const preferences = join(folder, 'preferences')
  writeFileSync(preferences, 'clear_headers\nadd_header all Points _TESTSSCORES_\nfold_headers 0\n')
  const { stdout } = await run(program, ['--local', '--test-mode', `--prefs-file=${preferences}`, ...paths], {
    env: { ...process.env, HOME: folder },
    maxBuffer: 64 * 1024 * 1024,
  })
  return [...stdout.matchAll(/^X-Spam-Points: (.*)$/gm)].map(([, rules = '']) => readPoints(rules))
}

/** `HTML_MESSAGE=0.001,NO_RELAYS=-0.001`, or `none`. */
const readPoints = (rules: string): Points =>
  Object.fromEntries(
    rules
      .trim()
      .split(',')
      .filter(rule => rule.includes('='))
      .map(rule => rule.split('='))
      .map(([name = '', points]) => [name, Number(points)]),
  )
