/** What a domain demands of whoever brings its mail (MTA-STS, RFC 8461). */
export type StsPolicy = {
  /** `testing`: it wants to hear of failures, and mail goes on as usual. */
  mode: 'enforce' | 'testing' | 'none'
  /** Names of mail hosts; `*.` stands for one label. */
  hosts: readonly string[]
  maxAgeMs: number
}

/** `until`: in milliseconds since 1970. */
export type KnownPolicy = { id: string; policy: StsPolicy; until: number }

/** Where policies outlive the process. Either may fail: then what DNS and the site say now is all there is. */
export type PolicyShelf = {
  find(domain: string): Promise<KnownPolicy | undefined>
  keep(domain: string, known: KnownPolicy): Promise<void>
}
