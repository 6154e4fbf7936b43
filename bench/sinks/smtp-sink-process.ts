/**
 * The receiver of all emails: an SMTP server in a separate process that accepts, counts and discards every message, with so
 * little work that it does not affect the figures. Asked for a count, it answers when the count is reached.
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
  const reply: SinkAnswer = { received, at: String(lastAt) }
  process.send?.(reply)
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
      // Keep the line end: an empty body has none before its dot.
      input = input.subarray(verb === 'DATA' ? end - 1 : end + 1)
      inBody = verb === 'DATA'
      reply += replies[verb] ?? '500 5.5.2 What?\r\n'
    }
    // Keep only the part of a body that can be the beginning of its end.
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
// Exit normally, or `--cpu-prof` writes no profile.
process.once('SIGTERM', () => process.exit())
