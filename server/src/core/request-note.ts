/** What is kept of a request: nothing of its body, and of its answer only why it was a no. */
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

/** Told of each request with a key. `note` is called only for those that are kept. */
export type NoteRequest = (environmentId: string, status: number, note: () => RequestNote) => void
