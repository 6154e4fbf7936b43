/** Sends bytes to a socket and reads the answer, for requests that no HTTP client would send. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { ErrorBody } from '@posthorn/contract/errors'

export type RawAnswer = {
  /** 0 when the connection ended without an answer. */
  status: number
  head: string
  text: string
  body: ErrorBody
  ms: number
}

export type Feed = AsyncIterable<string | Buffer> | Iterable<string | Buffer>

/** Writes, then reads until the service closes or a whole answer has arrived. Text is sent as Latin-1, byte for byte. */
export function exchange(url: string, sent: string | Feed, timeoutMs = 12_000): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ ...split(final(received)), ms: performance.now() - began })
    }
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer in ${timeoutMs} ms; so far: ${received}`))
    }, timeoutMs)
    socket.on('data', chunk => {
      received += chunk.toString('latin1')
      if (isWhole(final(received))) finish()
    })
    // A reset after the answer is how a service refuses to read the rest.
    socket.on('error', finish)
    socket.on('close', finish)
    void feed(socket, typeof sent === 'string' ? [sent] : sent)
  })
}

async function feed(socket: Socket, parts: Feed): Promise<void> {
  const closed = once(socket, 'close').catch(() => {})
  for await (const part of parts) {
    if (socket.destroyed) return
    const taken = socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
    if (!taken) await Promise.race([closed, drained(socket)])
  }
}

const drained = (socket: Socket) => new Promise<void>(resolve => socket.once('drain', () => resolve()))

/** Without the interim answers before the final one. */
const final = (received: string): string => received.replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/, '')

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  const length = /^content-length: (\d+)/im.exec(received.slice(0, end))?.[1]
  return end !== -1 && length !== undefined && received.length >= end + 4 + Number(length)
}

function split(received: string): Omit<RawAnswer, 'ms'> {
  const end = received.indexOf('\r\n\r\n')
  const head = end === -1 ? received : received.slice(0, end)
  // The answer to another request may follow.
  const length = /^content-length: (\d+)/im.exec(head)?.[1] ?? received.length
  const text =
    end === -1 ? '' : Buffer.from(received.slice(end + 4, end + 4 + Number(length)), 'latin1').toString('utf8')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
  return { status, head, text, body: /application\/json/i.test(head) && text ? JSON.parse(text) : {} }
}
