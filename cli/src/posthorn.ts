#!/usr/bin/env node
/** The installed command. Only this file accesses the process. */
import { text } from 'node:stream/consumers'
import { Fatal } from '../../server/src/core/fatal.ts'
import { printTo } from '../../server/src/operator/print.ts'
import { readSecret } from './read-secret.ts'
import { runCommandLine } from './run.ts'

const { env, stdout, stderr } = process

try {
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    env,
    clock: () => new Date(),
    write: printTo(stdout),
    progress: text => void stderr.write(text),
    hasColours: stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb',
    readSecret,
    readInput: () => text(process.stdin),
    untilInterrupted() {
      const interrupted = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interrupted.abort())
      return interrupted.signal
    },
  })
} catch (error) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  stderr.write(`${error instanceof Fatal ? error.message : stack}\n`)
  process.exitCode = 1
}
