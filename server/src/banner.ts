import { shortPath } from './data-folder.ts'

export type BannerFacts = {
  url: string
  dataDir: string
  embedded: boolean
  keys: { live: string; test: string }
}

/** What a newcomer needs to know, and one line to paste that works. */
export function banner({ url, dataDir, embedded, keys }: BannerFacts): string {
  const database = embedded ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'
  return `
  Posthorn is running.

    API        ${url}
    Docs       ${url}/docs
    Data       ${shortPath(dataDir)} (${database})
    Live key   ${keys.live}
    Test key   ${keys.test}

  Try it:

    curl ${url}/v1/contacts \\
      -H 'Authorization: Bearer ${keys.test}' \\
      -H 'Content-Type: application/json' \\
      -d '{"email":"ada@example.com","first_name":"Ada"}'

  Live messages are captured, not sent, until a transport is configured. Stop with Ctrl-C.
`
}
