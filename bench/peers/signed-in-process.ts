/** A proxy in front of a mail server: authenticates each connection if there is a key, then forwards bytes. */
import { connect, createServer, type Socket } from 'node:net'

const { BENCH_TO = '', BENCH_KEY = '' } = process.env

const server = createServer(client => {
  const far = connect(Number(BENCH_TO), '127.0.0.1')
  for (const [one, other] of [
    [client, far],
    [far, client],
  ] as const) {
    one.setNoDelay(true)
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
  void start(client, far)
})

async function start(client: Socket, far: Socket): Promise<void> {
  const greeting = await replyOf(far)
  if (BENCH_KEY) {
    far.write('EHLO bench.acme.test\r\n')
    await replyOf(far)
    far.write(`AUTH PLAIN ${Buffer.from(`\0bench\0${BENCH_KEY}`).toString('base64')}\r\n`)
    const reply = await replyOf(far)
    if (!reply.startsWith('235')) throw new Error(reply)
  }
  client.write(greeting)
  client.pipe(far)
  far.pipe(client)
}

/** Reads all lines of a reply. */
function replyOf(socket: Socket): Promise<string> {
  return new Promise(resolve => {
    let received = ''
    const listen = (chunk: Buffer) => {
      received += chunk
      if (!/^\d{3} .*\r\n$/m.test(received)) return
      socket.off('data', listen)
      resolve(received)
    }
    socket.on('data', listen)
  })
}

server.listen(0, '127.0.0.1', () => {
  const bound = server.address()
  process.stdout.write(`${typeof bound === 'object' ? bound?.port : ''}\n`)
})
