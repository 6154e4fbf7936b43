import { eventNames, eventSubscriptions } from '@posthorn/contract/event-names'
import { fatal } from '#core/fatal.ts'
import { findMeant } from '#core/near-miss.ts'
import { publicUrlOf } from '#setup/public-url.ts'
import { readRememberedKeys } from '#setup/remembered-keys.ts'
import type { Config } from '#setup/settings.ts'
import { defineCommand } from './command.ts'
import { forwardEvent, secretFor } from './listen-forward.ts'
import { hearEvents, type ListeningState } from './listen-stream.ts'

export const listen = defineCommand({
  name: 'listen',
  summary: 'Forwards events to an address of yours as they happen, signed like a webhook',
  example: "listen --forward http://localhost:4000/hook --events 'email.*,sms.received'",
  options: {
    forward: { value: '<url>', summary: 'Where to post each event, one after the other', required: true },
    events: { value: '<names>', summary: 'Which ones, separated by commas; all of them when left out', multiple: true },
    mode: { value: '<mode>', summary: 'Whose events, live when left out', choices: ['live', 'test'] },
    key: { value: '<key>', summary: 'The API key; that of the first organization when left out' },
    url: { value: '<url>', summary: 'Where the API is; that of the settings when left out' },
  },
  async run(given, { loadConfig, clock, write, untilInterrupted }) {
    const to = readUrl('forward', given.forward)
    const isWanted = readEventNames(given.events)
    const config = loadConfig()
    const url = given.url ? readUrl('url', given.url).replace(/\/+$/, '') : defaultUrl(config)
    const key = given.key === undefined ? defaultKey(config, given.mode ?? 'live') : readKey(given.key)
    const secret = secretFor(key)
    const signal = untilInterrupted()
    const count = { forwarded: 0, failed: 0 }
    write(`\n  Events go to ${to}, signed with whsec_${secret.toString('base64')}\n  Stop with Ctrl-C.\n\n`)

    const onState = stateWriter(url, write)
    for await (const { type, data } of hearEvents({ url, key, signal, onState })) {
      if (!isWanted(type)) continue
      const { ok, result, ms } = await forwardEvent(data, { to, secret, clock, signal })
      if (signal.aborted) break
      count[ok ? 'forwarded' : 'failed']++
      write(
        `  ${clock().toISOString().slice(11, 19)}  ${type.padEnd(typeWidth)}  ${ok ? '✓' : '✗'} ${result}  ${ms} ms\n`,
      )
    }
    return { json: count, text: `\n  ${count.forwarded} forwarded, ${count.failed} failed.\n` }
  },
})

const typeWidth = Math.max(...eventNames.map(name => name.length))

function readUrl(option: string, text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw fatal(`--${option} must be an address such as http://localhost:4000/hook, not "${text}".`)
  return text
}

function readEventNames(texts: readonly string[]): (type: string) => boolean {
  const wanted = texts.flatMap(text => text.split(',')).map(word => word.trim())
  for (const word of wanted) {
    if (eventSubscriptions.some(one => one === word)) continue
    const meant = findMeant(word, eventSubscriptions)
    throw fatal(
      `There is no event "${word}".${meant ? ` Did you mean ${meant}?` : ' Such as email.delivered or sms.*'}`,
    )
  }
  const names = new Set(wanted.length > 0 ? wanted : ['*'])
  return type => names.has('*') || names.has(type) || names.has(type.replace(/\..*/, '.*'))
}

function defaultUrl(config: Config): string {
  if (config.port === 0 && !config.publicUrl) throw fatal('PORT is 0: say with --url where the API is.')
  return publicUrlOf(config)
}

function readKey(text: string): string {
  if (!/^tx_(live|test)_[\x21-\x7e]+$/.test(text)) throw fatal('--key must be an API key, such as tx_live_…')
  return text
}

function defaultKey(config: Config, mode: 'live' | 'test'): string {
  const key = (mode === 'live' ? config.liveKey : config.testKey) ?? readRememberedKeys(config.dataDir)[mode]
  if (!key) throw fatal(`No ${mode} key is kept on this machine: say with --key which one to use.`)
  return key
}

/** Once for each change, not for each try. */
function stateWriter(url: string, write: (text: string) => void) {
  const sentences: Record<ListeningState, string> = {
    listening: `Listening at ${url}`,
    'out of reach': `No connection to ${url}, trying again …`,
    'from now on': 'The API does not know where we were: going on from now.',
  }
  let last: ListeningState | undefined
  return (state: ListeningState) => {
    if (state !== last) write(`  ${sentences[state]}\n`)
    last = state
  }
}
