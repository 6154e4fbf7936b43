import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { findProgram } from '../../../sinks/find-program.ts'
import { startSpamd } from '../../testing/spam-filters/spamd.ts'
import { spamdFilter } from './spamd.ts'

const message = Buffer.from('From: a@acme.test\r\nTo: b@acme.test\r\nSubject: Hi\r\n\r\nHello\r\n')
const good = `SPAMD/1.1 0 EX_OK\r\nContent-length: 1\r\nSpam: True ; 6.4 / 5.0\r\n\r
Content analysis details:   (6.4 points, 5.0 required)

 pts rule name              description
---- ---------------------- --------------------------------------------------
-0.0 NO_RELAYS              Informational: message was not relayed via SMTP
 1.2 MISSING_DATE           Missing Date: header
                            and more of it
 5.2 GTUBE                  BODY: Generic Test for Unsolicited Bulk Email
`

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())

/** A scripted spamd. */
async function fake(serve: (socket: Socket) => void, timeMs = 500) {
  const server = createServer(socket => serve(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => void server.close())
  const { port } = server.address() as AddressInfo
  return spamdFilter({ host: '127.0.0.1', port }, { timeMs })
}

test('the score and each rule with its points are read', async () => {
  const ask = await fake(socket => socket.end(good))

  expect(await ask(message)).toEqual({
    ...{ kind: 'scored', score: 6.4, limit: 5 },
    rules: [
      { name: 'NO_RELAYS', points: -0, what: 'Informational: message was not relayed via SMTP' },
      { name: 'MISSING_DATE', points: 1.2, what: 'Missing Date: header' },
      { name: 'GTUBE', points: 5.2, what: 'BODY: Generic Test for Unsolicited Bulk Email' },
    ],
  })
})

test('the whole message is sent with its length', async () => {
  let asked = ''
  const ask = await fake(socket =>
    socket.on('data', piece => {
      asked += piece
      if (asked.endsWith('Hello\r\n')) socket.end(good)
    }),
  )

  await ask(message)

  expect(asked).toBe(`REPORT SPAMC/1.5\r\nContent-length: ${message.length}\r\n\r\n${message}`)
})

test.each<[string, (socket: Socket) => void]>([
  ['does not answer', () => {}],
  ['disconnects', socket => socket.destroy()],
  ['answers with another protocol', socket => socket.end('HTTP/1.1 200 OK\r\n\r\n')],
  ['has no result', socket => socket.end('SPAMD/1.1 0 EX_OK\r\n\r\n')],
  ['refuses', socket => socket.end('SPAMD/1.0 76 Bad header line\r\nSpam: False ; 0 / 5\r\n\r\n')],
])('a server that %s is away, within the time limit', async (_, serve) => {
  const ask = await fake(serve)
  const begun = performance.now()

  expect(await ask(message)).toEqual({ kind: 'away' })
  expect(performance.now() - begun).toBeLessThan(2_000)
})

test('an endless answer is aborted', { timeout: 5_000 }, async () => {
  const ask = await fake(socket => {
    const more = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x')));
    }
    socket.on('drain', more)
    more()
  }, 60_000)

  expect(await ask(message)).toEqual({ kind: 'away' })
})

test('a refused connection is away', async () => {
  expect(await spamdFilter({ host: '127.0.0.1', port: 1 })(message)).toEqual({ kind: 'away' })
})

test('at most three requests run at once, and further ones return at once', async () => {
  let connections = 0
  const ask = await fake(() => void connections++)

  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(message)))

  expect(answers).toHaveLength(10)
  expect(connections).toBe(3)
})

test('a message above the limit of spamc is not sent', async () => {
  expect(await spamdFilter({ host: '127.0.0.1', port: 1 })(Buffer.alloc(600_000))).toEqual({ kind: 'too large' })
})

const spamd = findProgram('spamd')

test.skipIf(!spamd)('a real spamd names the rules that hit', { timeout: 60_000 }, async () => {
  const { port } = opened.use(await startSpamd(spamd ?? ''))
  const ask = spamdFilter({ host: '127.0.0.1', port }, { timeMs: 20_000 })
  const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

  const [plain, spam] = [await ask(message), await ask(Buffer.concat([message, Buffer.from(`${gtube}\r\n`)]))]

  expect(plain).toMatchObject({ kind: 'scored', limit: 5 })
  expect(spam).toMatchObject({
    kind: 'scored',
    rules: expect.arrayContaining([{ name: 'GTUBE', points: 1_000, what: expect.stringContaining('Generic Test') }]),
  })
})
