/**
 * An answer before the end of the request, and then no more: a connection that is closed while its client still sends is
 * reset, and a reset takes the answer with it. So the rest is read and thrown away for a moment.
 */
import type { IncomingMessage } from 'node:http'

const lingerMs = 2_000
const lingerBytes = 16 * 1024 * 1024

/** When the answer has left, the connection ends. */
export function closePolitely(request: IncomingMessage): void {
  const { socket } = request
  // Node calls this when the last answer of a connection has been written.
  socket.destroySoon = () => {
    socket.end()
    if (request.complete || request.destroyed) return socket.destroy()
    const most = socket.bytesRead + lingerBytes
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    request.on('data', () => {
      if (socket.bytesRead > most) socket.destroy()
    })
    // Nothing that comes behind it is answered.
    request.once('end', () => socket.destroy())
    socket.once('close', () => clearTimeout(timer))
  }
}
