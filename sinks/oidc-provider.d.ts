/** The parts that the sink uses; the library has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Account = { accountId: string; claims(): Record<string, unknown> & { sub: string } }
  type Configuration = {
    clients: Record<string, unknown>[]
    claims: Record<string, string[]>
    scopes: string[]
    findAccount(context: unknown, id: string): Account | undefined
    jwks: { keys: object[] }
    cookies: { keys: string[] }
    ttl: Record<string, number>
    renderError(context: { body: string }, out: { error: string }): void
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    on(name: string, listener: (...args: unknown[]) => void): this
  }
}
