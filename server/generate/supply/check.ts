/**
 * `npm run check:supply`: checks the lock file, and asks the registry about it. A registry that does not answer is only reported,
 * so that work goes on without a network; with `--must-ask`, for a release, it is a failure.
 */
import { readFileSync } from 'node:fs'
import { audit } from './audit.ts'
import { faultsOfLockFile, type LockFile } from './lock-file.ts'

// `as`: npm writes it; a missing field is a fault.
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
const faults = faultsOfLockFile(lock)
const verdict = await audit()
if (verdict.kind === 'vulnerable')
  faults.push(`High or critical: ${verdict.packages.join(', ')}. See \`npm audit --omit=dev\`.`)
if (verdict.kind === 'not asked') {
  const line = `Known vulnerabilities: the registry could not be asked (${verdict.why}).`
  if (process.argv.includes('--must-ask')) faults.push(line)
  else process.stderr.write(`${line}\n`)
}
if (faults.length > 0) process.stderr.write(`${faults.join('\n')}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
