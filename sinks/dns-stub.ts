/** A DNS server on a real socket that answers from a table, or fails as asked. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

type DnsAnswers = {
  MX?: readonly { priority: number; exchange: string }[]
  A?: readonly string[]
  AAAA?: readonly string[]
  TXT?: readonly string[]
  CNAME?: string
}

/** A name that is not in the table does not exist. `silent`: no answer at all. */
export type DnsTable = Record<string, DnsAnswers | 'servfail' | 'silent' | 'refused'>

export type DnsStub = AsyncDisposable & {
  /** For `setServers`. */
  readonly server: string
  /** May be changed while it runs. */
  readonly table: DnsTable
  /** The questions so far, such as `MX example.com`; may be cleared. */
  readonly questions: string[]
}

/** Adds records as the owner of a domain would. The value of an MX record is `10 mail.example.com`. */
export function publish(
  table: DnsTable,
  records: readonly { name: string; type: 'TXT' | 'MX'; value: string }[],
): void {
  for (const { name, type, value } of records) {
    const before = table[name]
    const [priority, exchange = ''] = value.split(' ')
    const answers = type === 'MX' ? { MX: [{ priority: Number(priority), exchange }] } : { TXT: [value] }
    table[name] = { ...(typeof before === 'object' && before), ...answers }
  }
}

type Question = { name: string; type: number; bytes: Buffer }
type ResourceRecord = { name: string; type: number; data: Buffer }

const types = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const
const responseCodes = { servfail: 2, nxdomain: 3, refused: 5 } as const

export async function startDnsStub(table: DnsTable = {}): Promise<DnsStub> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, peer) => {
    const question = readQuestion(query)
    questions.push(`${typeName(question.type)} ${question.name}`)
    const answer = answerTo(query, question, table)
    if (answer) socket.send(answer, peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    table,
    questions,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function answerTo(query: Buffer, question: Question, table: DnsTable): Buffer | null {
  const entry = table[question.name]
  if (entry === 'silent') return null
  if (entry === undefined) return respond(query, question, responseCodes.nxdomain, [])
  if (typeof entry === 'string') return respond(query, question, responseCodes[entry], [])
  return respond(query, question, 0, recordsOf(question.name, question.type, table))
}

/** Follows an alias, as a resolver does. */
function recordsOf(name: string, type: number, table: DnsTable): ResourceRecord[] {
  const answers = table[name]
  if (answers === undefined || typeof answers === 'string') return []
  const { CNAME } = answers
  if (CNAME === undefined) return dataOf(answers, type).map(data => ({ name, type, data }))
  return [{ name, type: types.CNAME, data: encodeName(CNAME) }, ...recordsOf(CNAME, type, table)]
}

function dataOf(answers: DnsAnswers, type: number): Buffer[] {
  switch (type) {
    case types.MX:
      return (answers.MX ?? []).map(({ priority, exchange }) => Buffer.concat([uint16(priority), encodeName(exchange)]))
    case types.A:
      return (answers.A ?? []).map(address => Buffer.from(address.split('.').map(Number)))
    case types.AAAA:
      return (answers.AAAA ?? []).map(encodeIpv6)
    case types.TXT:
      return (answers.TXT ?? []).map(encodeText)
    default:
      return []
  }
}

/** An authoritative answer (AA) from a server that also offers recursion (RA). */
function respond(query: Buffer, question: Question, code: number, records: readonly ResourceRecord[]): Buffer {
  const recursionWanted = query.readUInt16BE(2) & 0x0100
  const header = Buffer.concat([
    query.subarray(0, 2),
    uint16(0x8480 | recursionWanted | code),
    uint16(1),
    uint16(records.length),
    uint16(0),
    uint16(0),
  ])
  const answers = records.map(({ name, type, data }) =>
    Buffer.concat([encodeName(name), uint16(type), uint16(1), Buffer.from([0, 0, 0, 0]), uint16(data.length), data]),
  )
  return Buffer.concat([header, question.bytes, ...answers])
}

function readQuestion(query: Buffer): Question {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase())
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), bytes: query.subarray(12, at + 5) }
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter(label => label !== '')
  return Buffer.concat([...labels.map(label => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])])
}

function encodeIpv6(address: string): Buffer {
  const [before = '', after = ''] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)))
  const [head, tail] = [groups(before), groups(after)]
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0)
  return Buffer.concat([...head, ...zeros, ...tail].map(uint16))
}

/** Character strings have at most 255 bytes each (RFC 1035 3.3.14). */
function encodeText(text: string): Buffer {
  const pieces = text.match(/.{1,255}/gs) ?? ['']
  return Buffer.concat(pieces.map(piece => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, 'latin1')])))
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

const typeName = (type: number): string => Object.entries(types).find(([, number]) => number === type)?.[0] ?? `${type}`
