/** One session with the sink. Lines are answered one after the other, also when they arrive together. */
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { SmtpBody } from './smtp-body.ts'
import { type Act, type At, actOf, type Script, type Stage } from './smtp-script.ts'

export type ReceivedMessage = Readonly<{
  mailFrom: string
  /** MAIL announced octets beyond ASCII. */
  is8Bit: boolean
  rcptTo: readonly string[]
  /** The bytes after DATA, without the dots that were added on the way. Empty when messages are not kept. */
  raw: Buffer
  tls: boolean
  user: string | null
  ehlo: string
  connection: number
}>

export type SmtpSinkOptions = {
  port?: number
  host?: string
  /** STARTTLS on request, TLS at once, or none at all. `starttls` when left out. */
  tls?: 'starttls' | 'implicit' | 'off'
  /** The credentials that are accepted; AUTH is only offered when there are any. */
  auth?: { user: string; pass: string; mechanisms?: string }
  /** Further lines of the EHLO reply, such as `SIZE 1000`. */
  extensions?: readonly string[]
  pipelining?: boolean
  script?: Script
  /** Connections beyond this limit are refused with a reply. */
  maxConnections?: number
  /** Awaited at each stage before anything is done. */
  onStage?: (at: At) => void | Promise<void>
  /** False: only counts, which is faster. */
  keep?: boolean
}

export type HeardCommand = Readonly<{ line: string; tls: boolean; connection: number }>

type Options = SmtpSinkOptions & {
  number: number
  secureContext: SecureContext
  record(message: () => ReceivedMessage): void
  commands: HeardCommand[]
}

const nothing = Buffer.alloc(0)
const newline = 0x0a

export class SmtpSinkConnection {
  readonly #options: Options
  readonly #raw: Socket
  #socket: Socket
  #input: Buffer = nothing
  #body: SmtpBody | null = null
  #bodyBegun = false
  #busy = false
  #ehlo = ''
  #user: string | null = null
  #login: string[] | null = null
  #mailFrom: string | null = null
  #is8Bit = false
  #rcptTo: string[] = []

  constructor(socket: Socket, options: Options) {
    this.#options = options
    this.#raw = socket
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => this.#hear(socket, chunk))
    this.#run(this.#at('banner', '220 sink ready'))
  }

  get unfinished(): Buffer | undefined {
    return this.#body?.received
  }

  reset(): void {
    // Under TLS from the start there is no socket of ours to reset.
    if (this.#raw instanceof TLSSocket) this.#raw.destroy()
    else this.#raw.resetAndDestroy()
    this.#socket.destroy()
  }

  get #isSecure(): boolean {
    return this.#socket instanceof TLSSocket
  }

  #hear(from: Socket, chunk: Buffer): void {
    if (from !== this.#socket) return
    this.#input = this.#input.length === 0 ? chunk : Buffer.concat([this.#input, chunk])
    this.#work()
  }

  /** Replies to commands that arrived together are sent together, as by real servers. */
  #work(): void {
    const socket = this.#socket
    socket.cork()
    while (!this.#busy && this.#input.length > 0) {
      if (this.#body) this.#takeBody(this.#body)
      else if (!this.#takeLine()) break
    }
    socket.uncork()
  }

  /** A step that takes time delays the rest of the input. */
  #run(step: Promise<void> | undefined): void {
    if (!step) return
    this.#busy = true
    void step.then(() => {
      this.#busy = false
      this.#work()
    })
  }

  #takeBody(body: SmtpBody): void {
    if (!this.#bodyBegun) {
      this.#bodyBegun = true
      this.#run(this.#at('body'))
      if (this.#busy) return
    }
    const chunk = this.#input
    this.#input = nothing
    const rest = body.add(chunk)
    if (rest === undefined) return
    this.#input = rest
    this.#run(this.#at('dot', '250 2.0.0 Kept'))
  }

  #takeLine(): boolean {
    const end = this.#input.indexOf(newline)
    if (end === -1) return false
    const line = this.#input.toString('latin1', 0, end).replace(/\r$/, '')
    this.#input = this.#input.subarray(end + 1)
    if (this.#options.keep) {
      this.#options.commands.push({ line, tls: this.#isSecure, connection: this.#options.number })
    }
    this.#run(this.#login ? this.#takeLogin(this.#login, line) : this.#takeCommand(line))
    return true
  }

  #takeCommand(line: string): Promise<void> | undefined {
    const space = line.indexOf(' ')
    const verb = (space === -1 ? line : line.slice(0, space)).toUpperCase()
    switch (verb) {
      case 'EHLO':
      case 'HELO':
        this.#ehlo = line.slice(5)
        this.#forgetMessage()
        return this.#at('ehlo', verb === 'EHLO' ? this.#greet() : '250 sink')
      case 'STARTTLS':
        return this.#at('starttls', this.#options.tls === 'off' ? '502 5.5.1 There is none' : '220 2.0.0 Go on')
      case 'AUTH':
        return this.#takeAuth(line.split(' '))
      case 'MAIL':
        if (this.#mailFrom !== null) return this.#say('503 5.5.1 One at a time')
        this.#mailFrom = addressIn(line)
        this.#is8Bit = / BODY=8BITMIME\b/i.test(line)
        return this.#at('mail', '250 2.1.0 Yes')
      case 'RCPT':
        if (this.#mailFrom === null) return this.#say('503 5.5.1 From whom?')
        this.#rcptTo.push(addressIn(line))
        return this.#at('rcpt', '250 2.1.5 Yes')
      case 'DATA':
        if (this.#rcptTo.length === 0) return this.#say('503 5.5.1 To whom?')
        return this.#at('data', '354 Go on')
      case 'RSET':
        this.#forgetMessage()
        return this.#at('rset', '250 2.0.0 Forgotten')
      case 'NOOP':
        return this.#say('250 2.0.0 Still here')
      case 'QUIT':
        this.#socket.end('221 2.0.0 Bye\r\n')
        return undefined
      default:
        return this.#say('500 5.5.2 What?')
    }
  }

  #greet(): string {
    const { tls = 'starttls', auth, pipelining = true, extensions = [] } = this.#options
    const lines = [
      'sink',
      ...(pipelining ? ['PIPELINING'] : []),
      ...(tls === 'starttls' && !this.#isSecure ? ['STARTTLS'] : []),
      ...(auth ? [`AUTH ${auth.mechanisms ?? 'PLAIN LOGIN'}`] : []),
      ...extensions,
      '8BITMIME',
    ]
    return lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}`).join('\r\n')
  }

  #takeAuth([, mechanism = '', initial]: string[]): Promise<void> | undefined {
    if (mechanism.toUpperCase() === 'PLAIN' && initial) return this.#logIn(decode(initial).split('\0').slice(1))
    this.#login = []
    return this.#say(mechanism.toUpperCase() === 'LOGIN' ? '334 VXNlcm5hbWU6' : '334 ')
  }

  #takeLogin(parts: string[], line: string): Promise<void> | undefined {
    parts.push(
      ...decode(line)
        .split('\0')
        .filter(part => part !== ''),
    )
    if (parts.length < 2) return this.#say('334 UGFzc3dvcmQ6')
    this.#login = null
    return this.#logIn(parts)
  }

  #logIn([user = '', pass = '']: string[]): Promise<void> | undefined {
    const { auth } = this.#options
    const right = auth?.user === user && auth.pass === pass
    if (right) this.#user = user
    return this.#at('auth', right ? '235 2.7.0 Welcome' : '535 5.7.8 Wrong')
  }

  /** Does what the script says, or the usual. Returns undefined when it is done at once, which is faster under load. */
  #at(stage: Stage, usual = ''): Promise<void> | undefined {
    const { script, onStage, number: connection } = this.#options
    const at = { stage, connection, mailFrom: this.#mailFrom ?? '', rcptTo: this.#rcptTo }
    const held = onStage?.({ ...at, rcptTo: [...this.#rcptTo] })
    if (held) return held.then(() => this.#perform(stage, actOf(script, at), usual))
    return this.#perform(stage, actOf(script, at), usual)
  }

  #perform(stage: Stage, act: Act | undefined, usual: string): Promise<void> | undefined {
    if (!act) {
      this.#reply(usual)
      this.#goOn(stage, usual)
      return undefined
    }
    return this.#misbehave(stage, act, usual)
  }

  async #misbehave(stage: Stage, act: Act, usual: string): Promise<void> {
    // Earlier replies must not be lost with a connection that is about to end.
    this.#socket.uncork()
    if (act.delayMs) await wait(act.delayMs)
    if (act.store) this.#record()
    const reply = act.reply ?? (act.after ? '' : usual)
    const bytes = Buffer.from(act.raw ?? (reply && `${reply}\r\n`))
    if (act.byteEveryMs) await this.#trickle(bytes, act.byteEveryMs)
    else if (bytes.length > 0) this.#socket.write(bytes)
    if (act.after === 'close') this.#socket.end()
    if (act.after === 'reset') this.reset()
    if (act.after === 'stall') this.#raw.pause()
    if (act.after) await new Promise(() => {})
    // Bytes in place of a reply to STARTTLS are all that is sent: no TLS follows.
    this.#goOn(stage, act.raw === undefined ? reply : stage === 'starttls' ? '' : usual)
  }

  async #trickle(bytes: Buffer, everyMs: number): Promise<void> {
    for (const byte of bytes) {
      this.#socket.write(Buffer.of(byte))
      await wait(everyMs)
    }
  }

  /** Changes our state after the reply. */
  #goOn(stage: Stage, reply: string): void {
    const agreed = reply[0] === '2' || reply[0] === '3'
    if (stage === 'starttls' && agreed) this.#upgrade()
    if (stage === 'mail' && !agreed) this.#mailFrom = null
    if (stage === 'rcpt' && !agreed) this.#rcptTo.pop()
    if (stage === 'data' && agreed) {
      this.#body = new SmtpBody(this.#options.keep ?? true)
      this.#bodyBegun = false
    }
    if (stage !== 'dot') return
    if (agreed) this.#record()
    this.#forgetMessage()
  }

  #record(): void {
    const { number: connection, record } = this.#options
    const body = this.#body
    record(() => ({
      mailFrom: this.#mailFrom ?? '',
      is8Bit: this.#is8Bit,
      rcptTo: [...this.#rcptTo],
      raw: body?.message ?? nothing,
      tls: this.#isSecure,
      user: this.#user,
      ehlo: this.#ehlo,
      connection,
    }))
  }

  #forgetMessage(): void {
    this.#body = null
    this.#mailFrom = null
    this.#rcptTo = []
  }

  #upgrade(): void {
    this.#raw.uncork()
    this.#input = nothing
    this.#raw.removeAllListeners('data')
    const secure = new TLSSocket(this.#raw, { isServer: true, secureContext: this.#options.secureContext })
    secure.on('error', () => this.#raw.destroy())
    this.#socket = secure
    secure.on('data', (chunk: Buffer) => this.#hear(secure, chunk))
  }

  #say(reply: string): undefined {
    this.#reply(reply)
  }

  #reply(reply: string): void {
    if (reply !== '' && !this.#socket.writableEnded) this.#socket.write(`${reply}\r\n`)
  }
}

const addressIn = (line: string): string => line.slice(line.indexOf('<') + 1, line.lastIndexOf('>'))
const decode = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8')
const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
