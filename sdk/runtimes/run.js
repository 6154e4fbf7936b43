/**
 * Runs the client against a running Posthorn, in each installed runtime:
 *
 *     node sdk/runtimes/run.js http://127.0.0.1:3000 tx_test_…
 *
 * Build the client first (`npm run -s build` in sdk/). For workerd, the runtime of Cloudflare Workers, Node must be able to resolve miniflare.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('program.js', import.meta.url))
const worker = fileURLToPath(new URL('in-workerd.js', import.meta.url))
const runtimes = [
  { name: 'Node', command: process.execPath, args: [program] },
  { name: 'Bun', command: 'bun', args: [program] },
  { name: 'Deno', command: 'deno', args: ['run', '--allow-net', program] },
  { name: 'workerd', command: process.execPath, args: [worker] },
]

let failures = 0
for (const { name, command, args } of runtimes) {
  if (name === 'workerd' ? !hasMiniflare() : spawnSync(command, ['--version']).status !== 0) {
    console.log(`${name}: not installed, skipped`)
    continue
  }
  const result = spawnSync(command, [...args, ...process.argv.slice(2)], { encoding: 'utf8', timeout: 60_000 })
  const isFine = result.status === 0 && result.stdout.trim().endsWith('ok')
  if (!isFine) failures++
  console.log(`${name}: ${isFine ? result.stdout.trim() : `failed\n${result.stdout}${result.stderr}`}`)
}
process.exitCode = failures > 0 ? 1 : 0

function hasMiniflare() {
  const look = ['--input-type=module', '--eval', "import.meta.resolve('miniflare')"]
  try {
    execFileSync(process.execPath, look, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
