/** How rooms reach an address that a user has named. Only public addresses are reached, whatever a name resolves to. */

export type WebhookPost = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** JSON, unless it is said here. */
  contentType?: string
}

export type WebhookAnswer = { durationMs: number } & (
  | {
      kind: 'answered'
      status: number
      /** The first 4 KiB of the body, as text that a database can hold. */
      response: string
      /** What Retry-After asks for. */
      retryAfterMs?: number
    }
  | {
      kind: 'unanswered'
      /** A sentence for the owner of the webhook. */
      error: string
    }
)

/** Never rejects: whatever happens on the wire is an answer. Disposing ends what is under way. */
export type WebhookPoster = AsyncDisposable & {
  post(post: WebhookPost): Promise<WebhookAnswer>
}
