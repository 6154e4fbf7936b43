/** The part of autocannon that the load generator uses. The package ships no types. */
declare module 'autocannon' {
  namespace autocannon {
    type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
    type Client = { setRequests(requests: Request[]): void; getRequestBuffer(): Buffer }
    type Options = {
      url: string
      connections: number
      /** Seconds. */
      duration: number
      /** Milliseconds between two checks of the duration. */
      sampleInt: number
      /** The number of requests to send; then the duration is ignored. */
      amount?: number
      /** Seconds until a request without an answer counts as an error. */
      timeout: number
      setupClient(client: Client): void
    }
    type Result = {
      /** Seconds. */
      duration: number
      /** Failed connections, and requests without an answer in time. */
      errors: number
      requests: { total: number; sent: number }
      latency: { p50: number; p99: number }
      statusCodeStats: Record<string, { count: number }>
    }
  }
  function autocannon(options: autocannon.Options): PromiseLike<autocannon.Result>
  export = autocannon
}
