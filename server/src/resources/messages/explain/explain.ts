/** Explains what happened to a message, where it is now, and what to do. Pure. */
import type { Explanation } from '@posthorn/contract/messages/explanation'
import { isPaused } from './held.ts'
import type { Wait } from './waits.ts'
import {
  describeDestination,
  describeEvent,
  describeSender,
  describeWait,
  endSentence,
  meaningOfDelay,
  meaningOfRefusal,
} from './words.ts'

export type Told = {
  id: string
  status: string
  scheduledFor: Date | null
  events: readonly { type: string; data: Readonly<Record<string, unknown>>; createdAt: Date }[]
  wait: Wait | undefined
  /** How many other messages wait for the same. */
  behind: number
  /** About the text message that is sent if an email does not arrive. */
  fallback?: { sentence: string; decidedAt: Date | null } | undefined
  /** What is wrong with the sender's domain. */
  sender?: { domain: string; missing: readonly ('dkim' | 'return_path')[] } | undefined
}

type Step = Explanation['steps'][number]

export function explain({ id, status, scheduledFor, events, wait, behind, sender, fallback }: Told): Explanation {
  const happened = events.map(toStep)
  // A status that its callback did not receive says nothing about the message itself.
  const ofItself = happened.filter((_, index) => !isOfCallback(events[index]))
  const ofCallback = happened.findLast((_, index) => isOfCallback(events[index]))
  const steps = fallback?.decidedAt ? withStep(happened, fallback.decidedAt, fallback.sentence) : happened
  return {
    id,
    status,
    summary: [
      summaryOf({ status, scheduledFor, steps: ofItself, wait, behind }),
      ...(status === 'delivered' ? [] : describeSender(sender)),
      ...(fallback ? [fallback.sentence] : []),
      ...(ofCallback ? [ofCallback.what] : []),
    ].join(' '),
    waiting: wait
      ? {
          for: describeDestination(wait.waitsFor),
          failing_since: wait.failingSince?.toISOString() ?? null,
          last_reply: wait.lastReply,
          cap: wait.cap,
          // A message that somebody has to resume is not tried before that.
          next_attempt_at: (isPaused(wait.waitsFor) ? null : wait.nextAt?.toISOString()) ?? null,
          behind,
        }
      : null,
    steps,
  }
}

const isOfCallback = (event: Told['events'][number] | undefined): boolean => event?.type === 'callback_failed'

function toStep({ type, data, createdAt }: Told['events'][number]): Step {
  const { recipient, reply, reason, next_attempt_at: next, transport, host } = data
  const known = type === 'bounced' ? meaningOfRefusal(data.bounce_class) : undefined
  const isDelay = type === 'delivery_delayed' || type === 'failed'
  const meant = known ?? (isDelay ? meaningOfDelay(reply) : undefined)
  const by = typeof transport === 'string' ? ` By ${transport}${typeof host === 'string' ? `, at ${host}` : ''}.` : ''
  const again = typeof next === 'string' ? ` Next try at ${next}.` : ''
  const why = typeof reason === 'string' ? ` ${reason}` : ''
  return {
    at: createdAt.toISOString(),
    ...(typeof recipient === 'string' && { recipient }),
    what: `${describeEvent(type)}${why}${by}${again}`,
    ...(typeof reply === 'string' && { heard: reply }),
    ...(meant && { meaning: meant.meaning, ...(meant.advice && { advice: meant.advice }) }),
  }
}

function withStep(steps: readonly Step[], at: Date, what: string): Step[] {
  const step = { at: at.toISOString(), what }
  const after = steps.findIndex(one => one.at > step.at)
  return after === -1 ? [...steps, step] : steps.toSpliced(after, 0, step)
}

type Standing = Pick<Told, 'status' | 'scheduledFor' | 'wait' | 'behind'> & { steps: readonly Step[] }

function summaryOf({ status, scheduledFor, steps, wait, behind }: Standing): string {
  if (status === 'scheduled' && scheduledFor) return `It is sent at ${scheduledFor.toISOString()}.`
  if (wait)
    return `${describeWait(wait)}${behind > 0 ? ` ${behind.toLocaleString('en')} of your other messages wait for the same.` : ''}`
  const last = steps.at(-1)
  if (status === 'processing' && steps.length <= 1) return 'It was accepted. A worker takes it within a second.'
  if (!last) return 'Nothing has happened yet.'
  const heard = last.heard && `The other side said: ${endSentence(last.heard)}`
  return [last.what, heard, last.meaning, last.advice].filter(Boolean).join(' ')
}
