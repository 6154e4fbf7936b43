/** Forwards the events of an environment to a URL until it is stopped. */
import { customEventPattern, eventNames, eventSubscriptions } from '@posthorn/contract/event-names'
import type { Clock } from '#core/clock.ts'
import { fatal } from '#core/fatal.ts'
import { findNearMiss } from '#core/near-miss.ts'
import { type ListeningState, streamEvents } from './event-stream.ts'
import { forwardEvent, secretFor } from './forward-event.ts'

type Asked = { forward: string; events: readonly string[]; url: string; key: string }
type Terminal = { clock: Clock; write(text: string): void; untilInterrupted(): AbortSignal }

/** Checked before anything else. */
export function readForwarding({ forward, events }: Pick<Asked, 'forward' | 'events'>) {
  return { to: readUrl(forward), isWanted: readEventNames(events) }
}

export async function forwardEvents(asked: Asked, { clock, write, untilInterrupted }: Terminal) {
  const { to, isWanted } = readForwarding(asked)
  const { url, key } = asked
  const secret = secretFor(key)
  const signal = untilInterrupted()
  const count = { forwarded: 0, failed: 0 }
  write(`\n  Events go to ${to}, signed with whsec_${secret.toString('base64')}\n  Stop with Ctrl-C.\n\n`)

  const onState = stateWriter(url, write)
  for await (const { type, data } of streamEvents({ url, key, signal, onState })) {
    if (!isWanted(type)) continue
    const { ok, result, ms } = await forwardEvent(data, { to, secret, clock, signal })
    if (signal.aborted) break
    count[ok ? 'forwarded' : 'failed']++
    write(
      `  ${clock().toISOString().slice(11, 19)}  ${type.padEnd(typeWidth)}  ${ok ? '✓' : '✗'} ${result}  ${ms} ms\n`,
    )
  }
  return { json: count, text: `\n  ${count.forwarded} forwarded, ${count.failed} failed.\n` }
}

const typeWidth = Math.max(...eventNames.map(name => name.length))

function readUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw fatal(`--forward must be a URL such as http://localhost:4000/hook, not "${text}".`)
  return text
}

const isCustom = new RegExp(customEventPattern)

function readEventNames(texts: readonly string[]): (type: string) => boolean {
  const wanted = texts.flatMap(text => text.split(',')).map(word => word.trim())
  for (const word of wanted) {
    if (eventSubscriptions.some(one => one === word) || isCustom.test(word)) continue
    const meant = findNearMiss(word, eventSubscriptions)
    throw fatal(
      `There is no event "${word}".${meant ? ` Did you mean ${meant}?` : ' Use names such as email.delivered or sms.*'}`,
    )
  }
  const names = new Set(wanted.length > 0 ? wanted : ['*'])
  return type => names.has('*') || names.has(type) || names.has(type.replace(/\..*/, '.*'))
}

/** Writes once per change, not per retry. */
export function stateWriter(url: string, write: (text: string) => void) {
  const sentences: Record<ListeningState, string> = {
    listening: `Listening at ${url}`,
    'out of reach': `No connection to ${url}, retrying …`,
    'from now on': 'The API no longer knows the last event, so listening continues from now.',
  }
  let last: ListeningState | undefined
  return (state: ListeningState) => {
    if (state !== last) write(`  ${sentences[state]}\n`)
    last = state
  }
}
