/** The port for requests to users' URLs. Only allowed addresses are reached, whatever a name resolves to. */

export type WebhookPost = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Default: JSON. */
  contentType?: string
}

export type WebhookAnswer = { durationMs: number } & (
  | {
      kind: 'answered'
      status: number
      /** The first 4 KiB of the body, as text that the database can store. */
      response: string
      /** The value of Retry-After. */
      retryAfterMs?: number
    }
  | {
      kind: 'unanswered'
      /** A sentence for the owner of the webhook. */
      error: string
    }
)

/** Never rejects: every result on the wire is an answer. Disposing aborts running posts. */
export type WebhookPoster = AsyncDisposable & {
  post(post: WebhookPost): Promise<WebhookAnswer>
}
