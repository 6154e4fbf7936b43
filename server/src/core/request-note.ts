/** What the request log stores: nothing of the body, and of the answer only the reason of a refusal. */
export type RequestNote = {
  at: Date
  requestId: string
  keyId: string
  operation: string
  method: string
  path: string
  query: string | null
  status: number
  code: string | null
  message: string | null
  durationMs: number
  address: string
  userAgent: string | null
  hasIdempotencyKey: boolean
  requestBytes: number | null
  responseBytes: number | null
}

/** Called for each request with a key. `note` is called only for requests that are stored. */
export type NoteRequest = (environmentId: string, status: number, note: () => RequestNote) => void
