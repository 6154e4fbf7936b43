/** An SMTP server that springs a trap when a message reaches a stage, and holds the session there until it is released. */
import type { Stage } from '../../sinks/smtp-script.ts'
import { type SmtpSink, startSmtpSink } from '../../sinks/smtp-sink.ts'

type Trap = { stage: Stage; spring: () => void; held: Promise<void> }

export type TrappedSink = { sink: SmtpSink; set(stage: Stage, spring: () => void): { release(): void } }

export async function startTrappedSink(): Promise<TrappedSink> {
  const traps: Trap[] = []
  const sink = await startSmtpSink({
    tls: 'off',
    onStage({ stage }) {
      const index = traps.findIndex(trap => trap.stage === stage)
      const [trap] = index === -1 ? [] : traps.splice(index, 1)
      // Sprung at once: nothing more is read from the peer before it has taken effect.
      trap?.spring()
      return trap?.held
    },
  })
  return {
    sink,
    set(stage, spring) {
      const { promise, resolve } = Promise.withResolvers<void>()
      traps.push({ stage, spring, held: promise })
      return { release: resolve }
    },
  }
}
