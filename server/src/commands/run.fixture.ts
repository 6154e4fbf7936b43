/** A service whose start takes as many milliseconds as it is told, and which has half a second to stop. `fails`: it cannot go on. */
import { setTimeout as pause } from 'node:timers/promises'
import { runService } from './run.ts'

await runService(
  async () => {
    process.stdout.write('starting\n')
    await pause(Number(process.argv[2]))
    return {
      ...(process.argv[3] === 'fails' && { failed: Promise.resolve(new Error('cannot work')) }),
      [Symbol.asyncDispose]: async () => void process.stdout.write('stopped\n'),
    }
  },
  { startedByNpm: false, stopWithinMs: 500 },
)
