/** Tests the SMSC of our tests with another client than ours, so that it accepts what real SMSCs accept. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import smpp from 'smpp'
import { describe, expect, test, vi } from 'vitest'
import { type Smsc, type SmscOptions, startSmsc } from '../../../../sinks/smsc.ts'

type Heard = InstanceType<typeof smpp.PDU> & Record<string, unknown>

/** Sends given PDUs and records what it receives, both through the library. */
class Caller {
  readonly heard: Heard[] = []
  readonly socket: Socket
  #octets = Buffer.alloc(0)
  #sequence = 0

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('data', chunk => this.#hear(chunk))
  }

  say(command: string, fields: Record<string, string | number | Buffer> = {}): void {
    this.socket.write(new smpp.PDU(command, { ...fields, sequence_number: ++this.#sequence }).toBuffer())
  }

  async hear(command: string, count = 1): Promise<Heard[]> {
    const found = () => this.heard.filter(pdu => pdu.command === command)
    await vi.waitFor(() => expect(found().length).toBeGreaterThanOrEqual(count))
    return found()
  }

  #hear(chunk: Buffer): void {
    this.#octets = Buffer.concat([this.#octets, chunk])
    while (this.#octets.length >= 16 && this.#octets.length >= this.#octets.readUInt32BE(0)) {
      const length = this.#octets.readUInt32BE(0)
      // The library sets the command's fields on the PDU itself.
      this.heard.push(new smpp.PDU(this.#octets.subarray(0, length)) as Heard)
      this.#octets = this.#octets.subarray(length)
    }
  }
}

async function call(options: SmscOptions = {}, bind: string | null = 'bind_transceiver') {
  const smsc = await startSmsc(options)
  const socket = connect(smsc.port, '127.0.0.1')
  await once(socket, 'connect')
  const caller = new Caller(socket)
  if (bind) caller.say(bind, { system_id: 'us', password: 'secret' })
  return {
    smsc,
    caller,
    async [Symbol.asyncDispose]() {
      socket.destroy()
      await smsc[Symbol.asyncDispose]()
    },
  }
}

const hello = {
  source_addr: '15550001111',
  destination_addr: '15550002222',
  registered_delivery: 1,
  data_coding: 0,
  short_message: Buffer.from('Hello'),
}
const closed = (smsc: Smsc) => vi.waitFor(() => expect(smsc.connections.now).toBe(0))

test.each(['transceiver', 'transmitter', 'receiver'] as const)('a %s may bind', async mode => {
  await using line = await call({}, `bind_${mode}`)

  expect(await line.caller.hear(`bind_${mode}_resp`)).toMatchObject([{ command_status: 0, system_id: 'smsc' }])
  expect(line.smsc.binds).toMatchObject([{ systemId: 'us', password: 'secret', mode }])
})

test.each([
  [{ systemId: 'us', password: 'other' }, 0x0e],
  [{ systemId: 'them', password: 'secret' }, 0x0f],
])('credentials %j are required to bind', async (credentials, command_status) => {
  await using line = await call({ credentials })

  expect(await line.caller.hear('bind_transceiver_resp')).toMatchObject([{ command_status }])
  line.caller.say('submit_sm', hello)
  expect(await line.caller.hear('submit_sm_resp')).toMatchObject([{ command_status: 0x04 }])
})

test('submissions are stored with an id, and copies are counted', async () => {
  await using line = await call({ receipts: 'none' })

  line.caller.say('submit_sm', hello)
  line.caller.say('submit_sm', hello)
  line.caller.say('submit_sm', { ...hello, short_message: Buffer.from('Bye'), user_message_reference: 7 })

  const answers = await line.caller.hear('submit_sm_resp', 3)
  expect(line.smsc.messages.map(({ text }) => text)).toEqual(['Hello', 'Hello', 'Bye'])
  expect(answers.map(({ message_id }) => message_id)).toEqual(line.smsc.messages.map(({ id }) => id))
  expect(new Set(line.smsc.messages.map(({ id }) => id)).size).toBe(3)
  expect([...line.smsc.copies().values()]).toEqual([2, 1])
  expect(line.smsc.messages[2]?.tags.get(0x0204)).toEqual(Buffer.of(0, 7))
})

describe('a receipt', () => {
  test('has the usual text and fields', async () => {
    await using line = await call()

    line.caller.say('submit_sm', hello)

    const [receipt] = await line.caller.hear('deliver_sm')
    expect(receipt).toMatchObject({
      esm_class: 4,
      source_addr: '15550002222',
      destination_addr: '15550001111',
      message_state: 2,
      short_message: {
        message: expect.stringMatching(
          /^id:\d+ sub:001 dlvrd:001 submit date:\d{10} done date:\d{10} stat:DELIVRD err:000 text:Hello$/,
        ),
      },
    })
  })

  test('is repeated until it is confirmed, even on another connection', async () => {
    await using line = await call({ redeliverAfterMs: 10 })
    line.caller.say('submit_sm', hello)
    const [receipt] = await line.caller.hear('deliver_sm')
    line.caller.socket.write(
      new smpp.PDU('deliver_sm_resp', {
        sequence_number: receipt?.sequence_number ?? 0,
        command_status: 0x64,
      }).toBuffer(),
    )
    await line.caller.hear('deliver_sm', 2)
    line.caller.socket.destroy()
    await closed(line.smsc)

    const again = new Caller(connect(line.smsc.port, '127.0.0.1'))
    again.say('bind_receiver')
    const [repeated] = await again.hear('deliver_sm')
    again.socket.write(new smpp.PDU('deliver_sm_resp', { sequence_number: repeated?.sequence_number ?? 0 }).toBuffer())

    await vi.waitFor(() => expect(line.smsc.receipts.confirmed).toBe(1))
    again.socket.destroy()
  })
})

test('a text is split into standard pieces', async () => {
  await using line = await call()
  await line.caller.hear('bind_transceiver_resp')

  void line.smsc.sendInbound({ from: '+15550009999', to: '+15550001111', body: 'one two', pieces: 2, reference: 9 })

  const pieces = await line.caller.hear('deliver_sm', 2)
  expect(pieces.map(piece => piece.short_message)).toMatchObject([
    { udh: [Buffer.of(0, 3, 9, 2, 1)], message: 'one ' },
    { udh: [Buffer.of(0, 3, 9, 2, 2)], message: 'two' },
  ])
})

describe('by script', () => {
  test('a submission is refused a given number of times', async () => {
    await using line = await call({ script: { 15550002222: { status: 0x58, times: 2 } } })

    for (let nth = 0; nth < 3; nth++) line.caller.say('submit_sm', hello)

    const answers = await line.caller.hear('submit_sm_resp', 3)
    expect(answers.map(answer => answer.command_status)).toEqual([0x58, 0x58, 0])
    expect(line.smsc.received).toBe(1)
  })

  test.each([
    ['close-before', 0],
    ['reset-before', 0],
    ['close-after', 1],
    ['reset-after', 1],
  ] as const)('the connection ends without an answer (%s)', async (hangUp, received) => {
    await using line = await call({ script: { 15550002222: { hangUp } } })

    line.caller.say('submit_sm', hello)
    await vi.waitFor(() => expect(line.caller.socket.closed).toBe(true))

    expect(line.smsc.received).toBe(received)
    expect(line.caller.heard.filter(({ command }) => command === 'submit_sm_resp')).toEqual([])
  })

  test('more than the window is refused', async () => {
    await using line = await call({ window: 1, answerDelayMs: 30 })

    line.caller.say('submit_sm', hello)
    line.caller.say('submit_sm', hello)

    const answers = await line.caller.hear('submit_sm_resp', 2)
    expect(answers.map(answer => answer.command_status)).toEqual([0x58, 0])
  })

  test('it unbinds after the answer', async () => {
    await using line = await call({ script: () => ({ unbind: true }), receipts: 'none' })

    line.caller.say('submit_sm', hello)

    await line.caller.hear('unbind')
    expect(line.caller.heard.map(({ command }) => command)).toEqual([
      'bind_transceiver_resp',
      'submit_sm_resp',
      'unbind',
    ])
  })
})
