import { shortPath } from './data-folder.ts'

export type BannerFacts = {
  url: string
  /** Null once somebody owns the installation. */
  setUpUrl: string | null
  dataDir: string
  embedded: boolean
  keys: { live: string; test: string }
  /** The names of the live email transports, in order of preference. */
  transports: readonly string[]
  /** The names of the carriers of live text messages. */
  carriers: readonly string[]
}

/** What a newcomer needs to know, and one line to paste that works. */
export function banner({ url, setUpUrl, dataDir, embedded, keys, transports, carriers }: BannerFacts): string {
  const database = embedded ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'
  const captures = transports.includes('capture')
  return `
  Posthorn is running.

    API        ${url}
    Dashboard  ${setUpUrl ?? url}
    Docs       ${url}/docs
    Data       ${shortPath(dataDir)} (${database})
    Live key   ${keys.live}
    Test key   ${keys.test}

  Try it:

    curl ${url}/v1/emails \\
      -H 'Authorization: Bearer ${captures ? keys.live : keys.test}' \\
      -H 'Content-Type: application/json' \\
      -d '{"from":"hello@acme.test","to":"ada@example.com","subject":"Hello","html":"<p>It works.</p>"}'

  ${whatLeaves(transports, carriers)} Stop with Ctrl-C.
`
}

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
