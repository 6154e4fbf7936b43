/** The provider is external: its answers are limited in size and time. */
const maxBytes = 512 * 1024
export const timeoutSeconds = 5

export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  // The deadline covers the whole answer, even when the caller's own ends with the headers.
  const deadline = AbortSignal.timeout(timeoutSeconds * 1_000)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  const response = await fetch(url, { ...options, redirect: 'manual', signal })
  const { status, headers } = response
  const body = await readBounded(response)
  // These statuses have no body by definition, and the constructor enforces that.
  return new Response([101, 204, 205, 304].includes(status) ? null : body, { status, headers })
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new TypeError(`the answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
