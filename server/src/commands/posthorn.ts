/** `npm run -s posthorn -- …`: the operator's command, on the database of the running instance. */
import { systemClock } from '#core/clock.ts'
import { operate } from '#operator/operate.ts'
import { printTo } from '#operator/print.ts'
import { loadConfig } from '#setup/config.ts'
import { withRunningAddress } from '#setup/running-address.ts'
import { runCommand } from './run.ts'

await runCommand(async () => {
  process.exitCode = await operate(process.argv.slice(2), {
    loadConfig: () => withRunningAddress(loadConfig()),
    clock: systemClock,
    write: printTo(process.stdout),
    output: () => process.stdout,
    untilInterrupted() {
      const interrupted = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interrupted.abort())
      return interrupted.signal
    },
  })
})
