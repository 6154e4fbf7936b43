/** Prints to standard output. If its reader is gone, as with `| head`, the process ends quietly; on a full disk, with one line. */
import type { Writable } from 'node:stream'
import { whyUnwritable } from '#core/process/file-fault.ts'

export function printTo(stdout: Writable): (text: string) => void {
  let isHandled = false
  return text => {
    // Not from the start, because a command that writes binary data has its own answer to these errors.
    if (!isHandled) stdout.on('error', end)
    isHandled = true
    stdout.write(text)
  }
}

function end(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EPIPE') process.stderr.write(`The output is incomplete: ${whyUnwritable('', error)}\n`)
  process.exit(1)
}
