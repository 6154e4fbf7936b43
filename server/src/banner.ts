import { shortPath } from './data-folder.ts'

export type BannerFacts = {
  url: string
  dataDir: string
  embedded: boolean
  keys: { live: string; test: string }
  /** The names of the live email transports, in order of preference. */
  transports: readonly string[]
}

/** What a newcomer needs to know, and one line to paste that works. */
export function banner({ url, dataDir, embedded, keys, transports }: BannerFacts): string {
  const database = embedded ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'
  const captures = transports.includes('capture')
  return `
  Posthorn is running.

    API        ${url}
    Docs       ${url}/docs
    Data       ${shortPath(dataDir)} (${database})
    Live key   ${keys.live}
    Test key   ${keys.test}

  Try it:

    curl ${url}/v1/emails \\
      -H 'Authorization: Bearer ${captures ? keys.live : keys.test}' \\
      -H 'Content-Type: application/json' \\
      -d '{"from":"hello@acme.test","to":"ada@example.com","subject":"Hello","html":"<p>It works.</p>"}'

  ${captures ? capturing : sending(transports)} Stop with Ctrl-C.
`
}

const capturing = 'Live messages are captured, not sent, until a transport is configured.'
const sending = (transports: readonly string[]): string =>
  `Live email is sent by ${transports.map(withoutPassword).join(', then ')}.`

const withoutPassword = (transport: string): string => (transport.includes('://') ? new URL(transport).host : transport)
