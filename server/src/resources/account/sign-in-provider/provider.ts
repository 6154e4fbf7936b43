/** The OpenID Connect provider, as needed for signing in. */

/** The state of a sign-in that is kept until the browser comes back. */
export type Beginning = { state: string; nonce: string; verifier: string }

export type Claims = Readonly<Record<string, unknown>>

export type Provider = {
  /** The name on its button. */
  name: string
  begin(): Promise<{ kind: 'begun'; url: string; beginning: Beginning } | Failed>
  /** `answer` is the query that the browser came back with. It is checked before it is trusted. */
  finish(answer: string, beginning: Beginning): Promise<{ kind: 'claims'; claims: Claims } | Failed>
}

/**
 * `away`: no answer, or an invalid one. `denied`: the provider refused. `unproven`: the answer does not belong to this
 * sign-in. `words` are for the operator's log.
 */
export type Failed = { kind: 'away' | 'denied' | 'unproven'; words: string }
