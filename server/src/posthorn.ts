/** `npm run -s posthorn -- …`: the operator's command, on the database of the running instance. */
import { systemClock } from './clock.ts'
import { loadConfig } from './config.ts'
import { operate } from './operator/operate.ts'
import { runCommand } from './run.ts'

await runCommand(async () => {
  const write = (text: string) => process.stdout.write(text)
  process.exitCode = await operate(process.argv.slice(2), { loadConfig, clock: systemClock, write })
})
