import type { Mode } from '#core/caller.ts'
import { shortPath } from '#core/process/data-folder.ts'

export type BannerFacts = {
  url: string
  /** The addresses that mail programs connect to. */
  submissionUrls: readonly string[]
  dataDir: string
  embedded: boolean
  /** Null once the installation has an owner. */
  setUpUrl: string | null
  setUpFile: string
  /** Whether standard output is a terminal. Other outputs may be stored, so they show no secrets. */
  isTerminal: boolean
  keys: Record<Mode, BannerKey>
  keysFile: string
  /** The names of the live email transports, in order of preference. */
  transports: readonly string[]
  /** The names of the carriers of live text messages. */
  carriers: readonly string[]
  /** Webhooks may reach this machine by default, without a setting. */
  reachesOwnMachine: boolean
  /** True with several organizations and no setting: they send from verified domains only. */
  verifiedOnly: boolean
}

/** Made at this start, kept from an earlier start, fixed by the setting `by`, or made on another machine with this database. */
export type BannerKey =
  | { kind: 'new'; key: string }
  | { kind: 'kept' }
  | { kind: 'set'; by: string }
  | { kind: 'elsewhere' }

/** What a newcomer needs to know, and a command to paste. Secrets are shown once, and on a terminal only. */
export function banner(facts: BannerFacts): string {
  const { url, setUpUrl, dataDir, embedded, keys, transports, carriers } = facts
  const database = embedded ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'
  const notes = [...(facts.reachesOwnMachine ? [ownMachine] : []), ...(facts.verifiedOnly ? [verifiedSenders] : [])]
  const tried = keys[transports.includes('capture') ? 'live' : 'test']
  return `
  Posthorn is running.

    API        ${url}
${facts.submissionUrls.map(one => `    SMTP       ${one} (any user name, an API key as the password)\n`).join('')}    Dashboard  ${setUpUrl && facts.isTerminal ? setUpUrl : url}
${setUpUrl && !facts.isTerminal ? `    Set up     with the link in ${shortPath(facts.setUpFile)}\n` : ''}    Docs       ${url}/docs
    Data       ${shortPath(dataDir)} (${database})
    Live key   ${shownKey(keys.live, facts)}
    Test key   ${shownKey(keys.test, facts)}

  Try it:

    curl ${url}/v1/emails \\
      -H ${authorization(tried, facts)} \\
      -H 'Content-Type: application/json' \\
      -d '{"from":"hello@acme.test","to":"ada@example.com","subject":"Hello","html":"<p>It works.</p>"}'

${notes.map(note => `  ${note}\n`).join('')}  ${whatLeaves(transports, carriers)} Stop with Ctrl-C.
`
}

const ownMachine = 'Webhooks may reach this machine while there is one organization (POSTHORN_WEBHOOK_ADDRESSES).'

function shownKey(key: BannerKey, { isTerminal, keysFile }: BannerFacts): string {
  if (key.kind === 'set') return `set by ${key.by}`
  if (key.kind === 'elsewhere') return 'made earlier, see npm run -s posthorn -- key list'
  return key.kind === 'new' && isTerminal ? key.key : `in ${shortPath(keysFile)}`
}

const authorization = (key: BannerKey, { isTerminal }: BannerFacts): string =>
  key.kind === 'new' && isTerminal
    ? `'Authorization: Bearer ${key.key}'`
    : `"Authorization: Bearer $${key.kind === 'set' ? key.by : 'POSTHORN_API_KEY'}"`

const verifiedSenders =
  'There are several organizations, so each can send only from its verified domains (POSTHORN_SENDER_DOMAINS).'

/** Says whether messages are really sent, so that a newcomer need not guess. */
function whatLeaves(transports: readonly string[], carriers: readonly string[]): string {
  const isKept = (names: readonly string[]) => names.includes('capture')
  if (isKept(transports) && isKept(carriers))
    return 'Live messages are captured, not sent, until a transport is configured.'
  const email = isKept(transports) ? 'captured' : `sent by ${transports.map(withoutPassword).join(', then ')}`
  const sms = isKept(carriers) ? 'captured' : `sent by ${carriers.join(', ')}`
  return `Live email is ${email}. Live text messages are ${sms}.`
}

const withoutPassword = (transport: string): string => (transport.includes('://') ? new URL(transport).host : transport)
