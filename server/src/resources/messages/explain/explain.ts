/** Explains what happened to a message, where it is now, and what to do. Pure. */
import type { Explanation } from '@posthorn/contract/messages/explanation'
import { meaningOfDelay } from './delays.ts'
import { isPaused } from './held.ts'
import type { Wait } from './waits.ts'
import {
  describeDestination,
  describeEvent,
  describeSender,
  describeWait,
  describeWay,
  endSentence,
  meaningOfRefusal,
  speakerOf,
} from './words.ts'

export type ExplanationInput = {
  id: string
  status: string
  scheduledFor: Date | null
  events: readonly { type: string; data: Readonly<Record<string, unknown>>; createdAt: Date }[]
  wait: Wait | undefined
  /** How many other messages wait for the same. */
  behind: number
  /** About the text message that is sent if an email does not arrive. */
  fallback?: { sentence: string; decidedAt: Date | null } | undefined
  /** The recipients that are on the suppression list now, in lower case. */
  suppressed?: ReadonlySet<string>
  /** What is wrong with the sender's domain. */
  sender?: { domain: string; missing: readonly ('dkim' | 'return_path')[] } | undefined
}

type Step = Explanation['steps'][number]
type Event = ExplanationInput['events'][number]

export function explain(told: ExplanationInput): Explanation {
  const { id, status, events, wait, behind, sender, fallback, suppressed = new Set() } = told
  const happened = events.map(event => toStep(event, suppressed))
  const ofCallback = happened.findLast((_, index) => isOfCallback(events[index]))
  const steps = fallback?.decidedAt ? withStep(happened, fallback.decidedAt, fallback.sentence) : happened
  return {
    id,
    status,
    summary: [
      summaryOf(told, suppressed),
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

const isOfCallback = (event: Event | undefined): boolean => event?.type === 'callback_failed'

function toStep({ type, data, createdAt }: Event, suppressed: ReadonlySet<string>): Step {
  const { recipient, reply, reason, next_attempt_at: next, transport, host } = data
  const isSuppressed = typeof recipient === 'string' && suppressed.has(recipient.toLowerCase())
  const known = type === 'bounced' ? meaningOfRefusal(data.bounce_class, isSuppressed) : undefined
  const isDelay = type === 'delivery_delayed' || type === 'failed'
  const meant = known ?? (isDelay ? meaningOfDelay(data, type === 'delivery_delayed') : undefined)
  const what = [
    describeEvent(type, isSuppressed),
    typeof reason === 'string' && reason,
    typeof transport === 'string' && describeWay(transport, typeof host === 'string' ? host : undefined),
    typeof next === 'string' && `Next try at ${next}.`,
  ]
  return {
    at: createdAt.toISOString(),
    ...(typeof recipient === 'string' && { recipient }),
    what: what.filter(Boolean).join(' '),
    ...(typeof reply === 'string' && { heard: reply }),
    ...(meant && { meaning: meant.meaning, ...(meant.advice && { advice: meant.advice }) }),
  }
}

function withStep(steps: readonly Step[], at: Date, what: string): Step[] {
  const step = { at: at.toISOString(), what }
  const after = steps.findIndex(one => one.at > step.at)
  return after === -1 ? [...steps, step] : steps.toSpliced(after, 0, step)
}

function summaryOf(
  { status, scheduledFor, events, wait, behind }: ExplanationInput,
  suppressed: ReadonlySet<string>,
): string {
  if (status === 'scheduled' && scheduledFor) return `It is sent at ${scheduledFor.toISOString()}.`
  if (wait)
    return `${describeWait(wait)}${behind > 0 ? ` ${behind.toLocaleString('en')} of your other messages wait for the same.` : ''}`
  // A status that its callback did not receive says nothing about the message itself.
  const ofItself = events.filter(event => !isOfCallback(event))
  const last = ofItself.at(-1)
  if (status === 'processing' && ofItself.length <= 1) return 'It was accepted. A worker takes it within a second.'
  if (!last) return 'Nothing has happened yet.'
  const { what, heard, meaning, advice } = toStep(last, suppressed)
  const speaker = speakerOf(last.data)
  return [what, heard && speaker && `${speaker} said: ${endSentence(heard)}`, meaning, advice].filter(Boolean).join(' ')
}
