/** A client of the listener, on a real socket. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

/** `say` sends a line and returns all lines of the reply, or `closed` when the connection has ended. */
export function conversation(socket: Socket) {
  let heard = ''
  let isClosed = false
  let wake = () => {}
  socket.on('data', chunk => {
    heard += chunk
    wake()
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    isClosed = true
    wake()
  })
  async function reply(): Promise<string> {
    for (;;) {
      const match = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(heard)
      if (match) {
        heard = heard.slice(match[0].length)
        return match[0].trim()
      }
      if (isClosed) return 'closed'
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }
  const say = (line: string): Promise<string> => {
    socket.write(`${line}\r\n`)
    return reply()
  }
  const sayAll = async (...lines: readonly string[]): Promise<string[]> => {
    const replies: string[] = []
    for (const line of lines) replies.push(await say(line))
    return replies
  }
  return { socket, reply, say, sayAll }
}

export type Line = ReturnType<typeof conversation>

export const dial = (port: number): Line => conversation(connect(port, '127.0.0.1'))

/** The same line after STARTTLS. */
export async function encrypt(line: Line): Promise<Line & { socket: TLSSocket }> {
  line.socket.removeAllListeners('data')
  const socket = connectTls({ socket: line.socket, rejectUnauthorized: false })
  const inside = conversation(socket)
  await once(socket, 'secureConnect')
  return { ...inside, socket }
}

export const dotted = (message: Buffer) => `${message.toString('latin1').replace(/^\./gm, '..')}.`

/** The reply to the message, or to the first command that is refused. */
export async function handOver(port: number, to: string, message: Buffer, from = ''): Promise<string> {
  const line = dial(port)
  const commands = ['EHLO mx.far.example', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA', dotted(message)]
  let heard = await line.reply()
  for (const command of commands) {
    if (!/^[23]/.test(heard)) break
    heard = await line.say(command)
  }
  line.socket.destroy()
  return heard
}
