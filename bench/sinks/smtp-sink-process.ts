/**
 * The far side of every delivery: an SMTP server in a process of its own that takes every message, counts it and forgets
 * it, with so little work that it is not what is being measured. Asked for a count, it says when that was reached.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { SinkAnswer, SinkQuestion } from './smtp-sink.ts'

const waiting: SinkQuestion[] = []
let received = 0
let lastAt = 0n

function count(): void {
  received++
  lastAt = process.hrtime.bigint()
  while (waiting[0] && waiting[0].count <= received) answer(waiting.shift())
}

function answer(question: SinkQuestion | undefined): void {
  if (!question) return
  const said: SinkAnswer = { received, at: String(lastAt) }
  process.send?.(said)
}

const endOfBody = Buffer.from('\r\n.\r\n')
const replies: Record<string, string> = {
  EHLO: '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n',
  HELO: '250 sink\r\n',
  MAIL: '250 2.1.0 Ok\r\n',
  RCPT: '250 2.1.5 Ok\r\n',
  DATA: '354 Go on\r\n',
  RSET: '250 2.0.0 Ok\r\n',
  NOOP: '250 2.0.0 Ok\r\n',
  QUIT: '221 2.0.0 Bye\r\n',
}

function converse(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0)
  let inBody = false
  socket.on('error', () => {})
  socket.write('220 sink ready\r\n')
  socket.on('data', (chunk: Buffer) => {
    let input = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let reply = ''
    for (;;) {
      const end = inBody ? input.indexOf(endOfBody) : input.indexOf(10)
      if (end === -1) break
      if (inBody) {
        input = input.subarray(end + endOfBody.length)
        inBody = false
        reply += '250 2.0.0 Taken\r\n'
        count()
        continue
      }
      const verb = input.toString('latin1', 0, 4).toUpperCase()
      // The line end stays: a body that is empty has none before its dot.
      input = input.subarray(verb === 'DATA' ? end - 1 : end + 1)
      inBody = verb === 'DATA'
      reply += replies[verb] ?? '500 5.5.2 What?\r\n'
    }
    // Of a body only what may be the beginning of its end is kept.
    rest = inBody ? input.subarray(-4) : input
    if (reply !== '') socket.write(reply)
    if (reply.endsWith(replies.QUIT ?? '')) socket.end()
  })
}

const server = createServer({ noDelay: true }, converse)
server.listen(0, '127.0.0.1', () => {
  // `as`: a server that listens on a TCP port has an address with a port.
  process.send?.((server.address() as AddressInfo).port)
})
process.on('message', (question: SinkQuestion) => {
  if (question.count <= received) answer(question)
  else waiting.push(question)
})
// An orderly end, or `--cpu-prof` would leave nothing.
process.once('SIGTERM', () => process.exit())
