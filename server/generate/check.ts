/** `npm run check`: runs all checks in parallel, and shows the output of those that fail. */
import { spawn } from 'node:child_process'

const checks = ['check:types', 'check:lint', 'check:imports', 'check:unused', 'check:supply', 'check:generated']

async function run(name: string): Promise<boolean> {
  const child = spawn('npm', ['run', '-s', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(chunk))
  const code = await new Promise(resolve => child.once('close', resolve))
  if (code !== 0) process.stderr.write(`\n${name} has failed:\n${Buffer.concat(said)}\n`)
  // A registry that could not be asked is reported even when nothing has failed.
  else if (name === 'check:supply') process.stderr.write(Buffer.concat(said))
  return code === 0
}

const results = await Promise.all(checks.map(run))
process.exitCode = results.every(Boolean) ? 0 : 1
