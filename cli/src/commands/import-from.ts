import { Fatal, fatal } from '../../../server/src/core/fatal.ts'
import { findNearMiss } from '../../../server/src/core/near-miss.ts'
import { type Command, defineCommand, live, whereTo } from '../command.ts'
import { accessFor } from '../login-file.ts'
import { move } from '../moving/move.ts'
import { ourApi } from '../moving/our-api.ts'
import { providerApi } from '../moving/provider-api.ts'
import { type Provider, providers } from '../moving/providers.ts'
import { type Kind, kinds } from '../moving/source.ts'
import { fileSource, kindsOfFiles } from '../moving/sources/files.ts'
import { createTally } from '../moving/tally.ts'
import type { Terminal } from '../terminal.ts'

const importFrom = (provider: Provider): Command =>
  defineCommand({
    name: `import ${provider.word}`,
    summary: `Imports contacts, fields, topics, templates and suppressions from ${provider.name}`,
    example: `import ${provider.word}${provider.baseUrl ? '' : ' --from https://lists.example.com'} --dry-run`,
    options: {
      from: {
        value: '<url>',
        summary: `The address of its API${provider.baseUrl ? `; default: ${provider.baseUrl}` : ''}`,
      },
      only: { value: '<kinds>', summary: `What to import: ${kinds.join(', ')}, separated by commas`, multiple: true },
      contacts: { value: '<file.csv>', summary: 'Reads contacts from an exported file instead of the API' },
      suppressions: {
        value: '<file.csv>',
        summary: 'Reads suppressed addresses from an exported file instead of the API',
      },
      templates: { value: '<folder>', summary: 'Reads templates from an exported folder instead of the API' },
      replace: { value: '', summary: 'Replaces existing templates that have different content', flag: true },
      'dry-run': {
        value: '',
        summary: 'Reads everything and reports what would happen, but changes nothing',
        flag: true,
      },
      live,
    },
    async run(given, terminal) {
      const access = accessFor(terminal.env, given.live)
      const signal = terminal.untilInterrupted()
      const { progress } = terminal
      const { name: serviceName, word } = provider
      const fromFiles = kindsOfFiles(given)
      const offered: readonly Kind[] = fromFiles.length > 0 ? fromFiles : kinds
      const only = kindsOf(given.only)
      const source =
        fromFiles.length > 0
          ? fileSource(given, provider.translate)
          : await openSource(provider, given.from, terminal, signal)
      const tally = createTally(`posthorn-import-${word}-refused.csv`)
      const dryRun = given['dry-run']
      const api = ourApi(access, signal, progress)
      const wants = (kind: Kind) => only.has(kind) && offered.includes(kind)
      const stopped = await move({
        source,
        api,
        tally,
        wants,
        dryRun,
        replace: given.replace,
        serviceName,
        progress,
      }).then(
        () => undefined,
        error => {
          if (signal.aborted) return 'Stopped before the end.'
          if (tally.isEmpty() || !(error instanceof Fatal)) throw error
          return error.message
        },
      )
      const answer = tally.answer({ service: word, dryRun, stopped })
      return { ...answer, text: answer.text + whereTo(given.live) }
    },
  })

async function openSource(provider: Provider, from: string | undefined, terminal: Terminal, signal: AbortSignal) {
  const { name, headers } = provider
  const baseUrl = urlOf(from ?? provider.baseUrl)
  const key = await keyOf(provider, terminal)
  const options = { name, baseUrl, headers: headers(key), signal, tell: terminal.progress }
  return provider.source(providerApi(options), signal)
}

export const importsFromProviders: readonly Command[] = providers.map(importFrom)

function kindsOf(given: readonly string[]): ReadonlySet<Kind> {
  const words = given.flatMap(one => one.split(',')).map(word => word.trim())
  const unknown = words.find(word => !kinds.some(kind => kind === word))
  if (unknown !== undefined) {
    const meant = findNearMiss(unknown, kinds)
    throw fatal(`--only takes ${kinds.join(', ')}, not "${unknown}".${meant ? ` Did you mean ${meant}?` : ''}`)
  }
  return new Set(words.length === 0 ? kinds : kinds.filter(kind => words.includes(kind)))
}

function urlOf(text: string | undefined): string {
  if (text === undefined) throw fatal('Give its address: --from https://lists.example.com')
  const { protocol } = URL.parse(text) ?? {}
  if (protocol !== 'http:' && protocol !== 'https:')
    throw fatal(`--from must be an address such as https://lists.example.com, not "${text}".`)
  return text.replace(/\/+$/, '')
}

async function keyOf({ keyVariable, keyIs }: Provider, { env, readSecret }: Terminal): Promise<string> {
  const key = (env[keyVariable] || (await readSecret(`${keyIs} (input is hidden): `))).trim()
  if (/^[\x21-\x7e]{1,500}$/.test(key)) return key
  throw fatal(`${keyIs} is required: set ${keyVariable}, or type it at the prompt.`)
}
