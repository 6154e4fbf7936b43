/** The part of autocannon that the load generator uses; the package brings no types. */
declare module 'autocannon' {
  namespace autocannon {
    type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
    type Client = { setRequests(requests: Request[]): void; getRequestBuffer(): Buffer }
    type Options = {
      url: string
      connections: number
      /** Seconds. */
      duration: number
      /** Milliseconds between two looks at whether the time is over. */
      sampleInt: number
      /** How many requests end it; the duration then does not count. */
      amount?: number
      /** Seconds until a request without an answer counts as an error. */
      timeout: number
      setupClient(client: Client): void
    }
    type Result = {
      /** Seconds. */
      duration: number
      /** Connections that failed and requests that had no answer in time. */
      errors: number
      requests: { total: number; sent: number }
      latency: { p50: number; p99: number }
      statusCodeStats: Record<string, { count: number }>
    }
  }
  function autocannon(options: autocannon.Options): PromiseLike<autocannon.Result>
  export = autocannon
}
