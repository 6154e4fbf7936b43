/** A service whose start takes the given milliseconds and which has half a second to stop. `fails`: it fails after the start. */
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
