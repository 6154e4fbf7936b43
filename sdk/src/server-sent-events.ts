export type ServerSentEvent = { id?: string; data?: string }

/** Parses a stream of server-sent events by the HTML standard. Yields an empty event for a comment, as a keep-alive. */
export async function* readServerSentEvents(chunks: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = chunks.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let event: ServerSentEvent = {}
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '' || line.startsWith(':')) {
        yield event
        event = {}
      } else event = withLine(event, line)
    }
  }
}

function withLine(event: ServerSentEvent, line: string): ServerSentEvent {
  const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
  if (field === 'id') return { ...event, id: value }
  if (field === 'data') return { ...event, data: event.data === undefined ? value : `${event.data}\n${value}` }
  return event
}
