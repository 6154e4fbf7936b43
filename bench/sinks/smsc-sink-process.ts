/** The receiver of all text messages: the SMSC of the tests in a separate process, which reports its counts. */
import { setTimeout as pause } from 'node:timers/promises'
import { startSmsc } from '../../sinks/smsc.ts'
import type { SmscAnswer, SmscQuestion } from './smsc-sink.ts'

const pollEveryMs = 2
const different = new Set<string>()

const smsc = await startSmsc({
  keep: false,
  script: message => {
    different.add(message.key)
    return undefined
  },
})

process.on('message', async ({ confirmed }: SmscQuestion) => {
  while (smsc.receipts.confirmed < confirmed) await pause(pollEveryMs)
  const at = String(process.hrtime.bigint())
  const counts = { received: smsc.received, different: different.size, confirmed: smsc.receipts.confirmed }
  process.send?.({ counts, at } satisfies SmscAnswer)
})
process.send?.(smsc.port)
// Exit normally, or `--cpu-prof` writes no profile.
process.once('SIGTERM', () => process.exit())
