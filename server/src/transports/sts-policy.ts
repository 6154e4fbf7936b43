/** A domain's requirements for servers that send to it (MTA-STS, RFC 8461). */
export type StsPolicy = {
  /** `testing`: failures are reported, but mail is delivered as usual. */
  mode: 'enforce' | 'testing' | 'none'
  /** Names of mail hosts; `*.` matches one label. */
  hosts: readonly string[]
  maxAgeMs: number
}

/** `until`: in milliseconds since 1970. */
export type KnownPolicy = { id: string; policy: StsPolicy; until: number }

/** Persistent storage for policies. When it fails, only the current answers of DNS and the policy host are used. */
export type PolicyStore = {
  find(domain: string): Promise<KnownPolicy | undefined>
  keep(domain: string, known: KnownPolicy): Promise<void>
}
