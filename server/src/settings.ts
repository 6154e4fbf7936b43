/** Every setting: its name, its default, what it must be and what it is for. */
import type { Mode } from './caller.ts'

export type LogLevel = (typeof logLevels)[number]
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null
  readonly liveKey: string | null
  readonly testKey: string | null
  /** Null: made of host and port. */
  readonly publicUrl: string | null
  readonly logLevel: LogLevel
  readonly allowUnsafeDatabase: boolean
}

export type Setting<T> = {
  name: string
  /** What counts when it is not set; empty when there is nothing then. */
  fallback: string
  /** Completes "NAME must be …". */
  expected: string
  description: string
  example?: string
  /** Undefined when the text is not what is expected. */
  parse(text: string): T | undefined
}

const setting = <T>(one: Setting<T>): Setting<T> => one

const key = (mode: Mode): Setting<string | null> => ({
  name: `POSTHORN_${mode.toUpperCase()}_KEY`,
  fallback: '',
  expected: `tx_${mode}_ and at least 20 more characters (letters, digits and signs, no spaces)`,
  description: `Fixes the first organization's ${mode} key, for automation. A key set here before stops working.`,
  parse: text => (text === '' ? null : new RegExp(`^tx_${mode}_[\\x21-\\x7e]{20,240}$`).test(text) ? text : undefined),
})

export const settings = {
  port: setting<number>({
    name: 'PORT',
    fallback: '3000',
    expected: 'a number from 0 to 65535',
    description: 'The port of the API. 0 takes any free one.',
    parse: text => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  }),
  host: setting<string>({
    name: 'HOST',
    fallback: '127.0.0.1',
    expected: 'an address or a host name without a port',
    description: 'The address that the API listens on. 0.0.0.0 opens it to the network.',
    parse: text => (/^[\w.:-]+$/.test(text) && !/^https?:/.test(text) ? text : undefined),
  }),
  dataDir: setting<string>({
    name: 'POSTHORN_DATA_DIR',
    fallback: './data',
    expected: 'the path of a folder',
    description: 'Where the embedded PostgreSQL and the generated keys are kept. Back this folder up.',
    parse: text => text,
  }),
  databaseUrl: setting<string | null>({
    name: 'DATABASE_URL',
    fallback: '',
    expected: 'an address such as postgres://user:password@host:5432/posthorn',
    description: 'A PostgreSQL 15 or later to use instead of the embedded one.',
    example: 'postgres://posthorn:secret@localhost:5432/posthorn',
    parse: text => (text === '' ? null : isUrl(text, ['postgres:', 'postgresql:']) ? text : undefined),
  }),
  liveKey: setting(key('live')),
  testKey: setting(key('test')),
  publicUrl: setting<string | null>({
    name: 'POSTHORN_PUBLIC_URL',
    fallback: '',
    expected: 'an address such as https://mail.example.com',
    description: 'How others reach this API, for links and the docs. Made of HOST and PORT when not set.',
    example: 'https://mail.example.com',
    parse: text => (text === '' ? null : isUrl(text, ['http:', 'https:']) ? text.replace(/\/+$/, '') : undefined),
  }),
  logLevel: setting<LogLevel>({
    name: 'LOG_LEVEL',
    fallback: 'info',
    expected: `one of ${logLevels.join(', ')}`,
    description: 'How much is logged. debug has a line for every request.',
    parse: text => logLevels.find(level => level === text),
  }),
  allowUnsafeDatabase: setting<boolean>({
    name: 'POSTHORN_ALLOW_UNSAFE_DATABASE',
    fallback: 'false',
    expected: 'true or false',
    description:
      'Starts on a database that can lose acknowledged data in a crash (fsync, full_page_writes or synchronous_commit off).',
    parse: text => (text === 'true' ? true : text === 'false' ? false : undefined),
  }),
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
}
