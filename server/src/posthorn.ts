/** `npm run -s posthorn -- …`: the operator's command, on the database of the running instance. */
import { systemClock } from './clock.ts'
import { loadConfig } from './config.ts'
import { operate } from './operator/operate.ts'
import { runCommand } from './run.ts'

await runCommand(async () => {
  process.exitCode = await operate(process.argv.slice(2), {
    loadConfig,
    clock: systemClock,
    write: text => process.stdout.write(text),
    untilInterrupted() {
      const interrupted = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interrupted.abort())
      return interrupted.signal
    },
  })
})
