/**
 * Closes a connection that was answered before its request ended. Closing it while the client still sends resets it, and the
 * reset can discard the answer. So the rest of the request is read and dropped for a moment.
 */
import type { IncomingMessage } from 'node:http'

const lingerMs = 2_000
const lingerBytes = 16 * 1024 * 1024

/** Closes the connection once the answer has been sent. */
export function drainAndClose(request: IncomingMessage): void {
  const { socket } = request
  // Node calls this when the last answer of a connection has been written.
  socket.destroySoon = () => {
    socket.end()
    if (request.complete || request.destroyed) return socket.destroy()
    const maxBytes = socket.bytesRead + lingerBytes
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    request.on('data', () => {
      if (socket.bytesRead > maxBytes) socket.destroy()
    })
    // Pipelined requests after this one are not answered.
    request.once('end', () => socket.destroy())
    socket.once('close', () => clearTimeout(timer))
  }
}
