import { fatal } from '#core/fatal.ts'
import { publicUrlOf } from '#setup/public-url.ts'
import { readRememberedKeys } from '#setup/remembered-keys.ts'
import type { Config } from '#setup/settings.ts'
import { readApiUrl } from '../api-url.ts'
import { defineCommand } from '../command.ts'
import { forwardEvents, readForwarding } from './forward-events.ts'

export const listen = defineCommand({
  name: 'listen',
  summary: 'Forwards events to your URL as they happen, signed like a webhook',
  example: "listen --forward http://localhost:4000/hook --events 'email.*,sms.received'",
  options: {
    forward: { value: '<url>', summary: 'Where to post each event, one after the other', required: true },
    events: { value: '<names>', summary: 'Which events, separated by commas; default all', multiple: true },
    mode: { value: '<mode>', summary: 'The environment; default live', choices: ['live', 'test'] },
    key: { value: '<key>', summary: 'The API key; default: the key of the first organization' },
    url: { value: '<url>', summary: 'The URL of the API; default: from the settings' },
  },
  run(given, operator) {
    readForwarding(given)
    const config = operator.loadConfig()
    const url = given.url ? readApiUrl('--url', given.url) : defaultUrl(config)
    const key = given.key === undefined ? defaultKey(config, given.mode ?? 'live') : readKey(given.key)
    return forwardEvents({ ...given, url, key }, operator)
  },
})

function defaultUrl(config: Config): string {
  if (config.port === 0 && !config.publicUrl) throw fatal('PORT is 0: give the URL of the API with --url.')
  return publicUrlOf(config)
}

function readKey(text: string): string {
  if (!/^tx_(live|test)_[\x21-\x7e]+$/.test(text)) throw fatal('--key must be an API key, such as tx_live_…')
  return text
}

function defaultKey(config: Config, mode: 'live' | 'test'): string {
  const key = (mode === 'live' ? config.liveKey : config.testKey) ?? readRememberedKeys(config.dataDir)[mode]
  if (!key) throw fatal(`There is no ${mode} key on this machine: give one with --key.`)
  return key
}
