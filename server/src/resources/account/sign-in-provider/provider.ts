/** The OpenID Connect provider, as signing in sees it. */

/** What must be remembered of a sign-in until the browser comes back. */
export type Beginning = { state: string; nonce: string; verifier: string }

export type Claims = Readonly<Record<string, unknown>>

export type Provider = {
  /** What its button says. */
  name: string
  begin(): Promise<{ kind: 'begun'; url: string; beginning: Beginning } | Failed>
  /** `answer` is the query that the browser came back with; nothing of it is believed before it is checked. */
  finish(answer: string, beginning: Beginning): Promise<{ kind: 'claims'; claims: Claims } | Failed>
}

/**
 * `away`: nobody answers there, or nothing that makes sense. `denied`: the provider said no. `unproven`: what came back is
 * not what the provider would say to this sign-in. `words` are for the log of who runs this installation.
 */
export type Failed = { kind: 'away' | 'denied' | 'unproven'; words: string }
