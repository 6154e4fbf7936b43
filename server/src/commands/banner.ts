import type { Mode } from '#core/caller.ts'
import { shortPath } from '#core/process/data-folder.ts'

export type BannerFacts = {
  url: string
  dataDir: string
  embedded: boolean
  /** Null once somebody owns the installation. */
  setUpUrl: string | null
  setUpFile: string
  /** What standard output is decides whether secrets may be shown: only a terminal forgets them. */
  isTerminal: boolean
  keys: Record<Mode, BannerKey>
  keysFile: string
  /** The names of the live email transports, in order of preference. */
  transports: readonly string[]
  /** The names of the carriers of live text messages. */
  carriers: readonly string[]
  /** Webhooks may lead to this machine though no setting says so. */
  reachesOwnMachine: boolean
  /** More than one organization, and nothing set: they send from verified domains only. */
  verifiedOnly: boolean
}

/** Made at this start, kept from an earlier one, fixed by a setting of that name, or made by another machine on this database. */
export type BannerKey =
  | { kind: 'new'; key: string }
  | { kind: 'kept' }
  | { kind: 'set'; by: string }
  | { kind: 'elsewhere' }

/** What a newcomer needs to know, and one line to paste that works. Secrets are shown once, and on a terminal only. */
export function banner(facts: BannerFacts): string {
  const { url, setUpUrl, dataDir, embedded, keys, transports, carriers } = facts
  const database = embedded ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'
  const notes = [...(facts.reachesOwnMachine ? [ownMachine] : []), ...(facts.verifiedOnly ? [verifiedSenders] : [])]
  const tried = keys[transports.includes('capture') ? 'live' : 'test']
  return `
  Posthorn is running.

    API        ${url}
    Dashboard  ${setUpUrl && facts.isTerminal ? setUpUrl : url}
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

const ownMachine = 'Webhooks may reach this machine as long as there is one organization (POSTHORN_WEBHOOK_ADDRESSES).'

function shownKey(key: BannerKey, { isTerminal, keysFile }: BannerFacts): string {
  if (key.kind === 'set') return `set by ${key.by}`
  if (key.kind === 'elsewhere') return 'made before, see npm run -s posthorn -- key list'
  return key.kind === 'new' && isTerminal ? key.key : `in ${shortPath(keysFile)}`
}

const authorization = (key: BannerKey, { isTerminal }: BannerFacts): string =>
  key.kind === 'new' && isTerminal
    ? `'Authorization: Bearer ${key.key}'`
    : `"Authorization: Bearer $${key.kind === 'set' ? key.by : 'POSTHORN_API_KEY'}"`

const verifiedSenders =
  'There are several organizations: each sends only from its verified domains (POSTHORN_SENDER_DOMAINS).'

/** What a newcomer must not guess: whether somebody gets what they are about to send. */
function whatLeaves(transports: readonly string[], carriers: readonly string[]): string {
  const isKept = (names: readonly string[]) => names.includes('capture')
  if (isKept(transports) && isKept(carriers))
    return 'Live messages are captured, not sent, until a transport is configured.'
  const email = isKept(transports) ? 'captured' : `sent by ${transports.map(withoutPassword).join(', then ')}`
  const sms = isKept(carriers) ? 'captured' : `sent by ${carriers.join(', ')}`
  return `Live email is ${email}. Live text messages are ${sms}.`
}

const withoutPassword = (transport: string): string => (transport.includes('://') ? new URL(transport).host : transport)
