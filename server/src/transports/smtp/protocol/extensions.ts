/** The extensions that a peer lists in its reply to EHLO (RFC 5321 4.1.1.1). */
import { createHmac } from 'node:crypto'
import type { Reply } from '../replies/reply.ts'

export type Extensions = Readonly<{
  startTls: boolean
  pipelining: boolean
  eightBit: boolean
  /** `max`: the maximum message size in octets, if given. */
  size: Readonly<{ max: number | undefined }> | null
  /** The mechanisms, in the peer's order. */
  auth: readonly string[]
}>

/** For a peer that only knows HELO. */
export const noExtensions: Extensions = { startTls: false, pipelining: false, eightBit: false, size: null, auth: [] }

export function readExtensions({ lines = [] }: Reply): Extensions {
  // Some peers write `AUTH=` for ancient clients.
  const words = lines.slice(1).map(line => line.trim().toUpperCase().split(/[ =]+/))
  const of = (name: string) => words.find(([first]) => first === name)?.slice(1)
  const size = of('SIZE')
  return {
    startTls: of('STARTTLS') !== undefined,
    pipelining: of('PIPELINING') !== undefined,
    eightBit: of('8BITMIME') !== undefined,
    size: size ? { max: Number(size[0]) || undefined } : null,
    auth: of('AUTH') ?? [],
  }
}

type Credentials = Readonly<{ user: string; pass: string }>

/** The login dialog: the first command, and an answer to each 334. PLAIN is tried if the peer lists no mechanism that we support. */
export function loginOf({ user, pass }: Credentials, { auth }: Extensions): [string, ...((asked: string) => string)[]] {
  if (auth.includes('PLAIN') || !(auth.includes('LOGIN') || auth.includes('CRAM-MD5')))
    return [`AUTH PLAIN ${base64(`\0${user}\0${pass}`)}`]
  if (auth.includes('LOGIN')) return ['AUTH LOGIN', () => base64(user), () => base64(pass)]
  const digest = (asked: string) => createHmac('md5', pass).update(Buffer.from(asked, 'base64')).digest('hex')
  return ['AUTH CRAM-MD5', asked => base64(`${user} ${digest(asked)}`)]
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
