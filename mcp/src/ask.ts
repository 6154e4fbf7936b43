/** How a tool calls the API: with the caller's own key, through the same checks as any other request. */
import type { Method } from '@posthorn/contract/operation'

export type Asked = {
  method: Method
  /** Including the query. */
  path: string
  body?: unknown
  idempotencyKey?: string
}

export type ApiAnswer = { status: number; body: unknown }

export type Ask = (request: Asked) => Promise<ApiAnswer>
