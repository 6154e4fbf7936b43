import { planOf } from '#core/addresses/numbering-plans.ts'
import type { IdFormat, IdForms } from './message-ids.ts'

export type SmppSettings = Readonly<{
  host: string
  port: number
  tls: 'off' | 'checked' | 'unchecked'
  systemId: string
  password: string
  systemType: string
  serviceType: string
  /** Unanswered submissions at once. */
  window: number
  /** Messages per second. */
  rate: number | null
  /** The source of every message, instead of its own sender. */
  source: string | null
  /** Instead of the type derived from the sender. */
  sourceTon: number | null
  sourceNpi: number | null
  destTon: number
  destNpi: number
  ids: IdForms
  /** The country code of senders' numbers in national form. Null for that of the number that received the message. */
  countryCode: string | null
}>

const idForms: Readonly<Record<string, readonly [answers: IdFormat, receipts: IdFormat]>> = {
  exact: ['exact', 'exact'],
  hex: ['hex', 'hex'],
  decimal: ['decimal', 'decimal'],
  'hex-decimal': ['hex', 'decimal'],
  'decimal-hex': ['decimal', 'hex'],
}

const options = [
  'window',
  'rate',
  'system_type',
  'service_type',
  'source',
  'source_ton',
  'source_npi',
  'dest_ton',
  'dest_npi',
  'ids',
  'country_code',
  'tls',
]

/**
 * smpp://systemid:password@host:2775, or ssmpp:// for TLS. Errors never contain the password. `?tls=insecure` accepts any
 * certificate.
 */
export function parseSmppUrl(text: string): SmppSettings {
  const url = URL.parse(text)
  if (!url || !['smpp:', 'ssmpp:'].includes(url.protocol) || url.hostname === '')
    throw new Error('must be smpp:// or ssmpp:// with a host')
  const query = url.searchParams
  const unknown = [...query.keys()].find(name => !options.includes(name))
  if (unknown !== undefined) throw new Error(`${unknown} is not one of ${options.join(', ')}`)
  const secure = url.protocol === 'ssmpp:'
  const systemId = wordOf('the system id', percentDecode(url.username), 15)
  if (systemId === '') throw new Error('must have a system id, as in smpp://systemid:password@host')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 3550 : 2775),
    tls: tlsOf(query.get('tls'), secure),
    systemId,
    password: wordOf('the password', percentDecode(url.password), 64),
    systemType: wordOf('system_type', query.get('system_type') ?? '', 12),
    serviceType: wordOf('service_type', query.get('service_type') ?? '', 5),
    window: numberOf(query, 'window', [1, 1_000]) ?? 50,
    rate: numberOf(query, 'rate', [1, 100_000]),
    source: query.has('source') ? wordOf('source', query.get('source') ?? '', 20) : null,
    sourceTon: numberOf(query, 'source_ton', [0, 255]),
    sourceNpi: numberOf(query, 'source_npi', [0, 255]),
    destTon: numberOf(query, 'dest_ton', [0, 255]) ?? 1,
    destNpi: numberOf(query, 'dest_npi', [0, 255]) ?? 1,
    ids: idsOf(query.get('ids') ?? 'exact'),
    countryCode: countryCodeOf(query.get('country_code')),
  }
}

function tlsOf(asked: string | null, secure: boolean): SmppSettings['tls'] {
  if (asked !== null && !secure) throw new Error('tls is for ssmpp:// only')
  if (asked !== null && asked !== 'insecure') throw new Error('tls must be insecure, or left out')
  if (!secure) return 'off'
  return asked === 'insecure' ? 'unchecked' : 'checked'
}

function idsOf(text: string): IdForms {
  const [answers, receipts] = idForms[text] ?? []
  if (!answers || !receipts) throw new Error(`ids must be one of ${Object.keys(idForms).join(', ')}`)
  return { answers, receipts }
}

function countryCodeOf(text: string | null): string | null {
  if (text !== null && (!/^\d{1,3}$/.test(text) || planOf(`+${text}`)?.code !== text))
    throw new Error('country_code must be the digits of a country code, such as 49')
  return text
}

function numberOf(query: URLSearchParams, name: string, [min, max]: [number, number]): number | null {
  const text = query.get(name)
  if (text === null) return null
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}`)
  return value
}

/** SMPP strings are NUL-terminated ASCII. */
function wordOf(name: string, text: string, maxLength: number): string {
  if (!/^[\x20-\x7e]*$/.test(text) || text.length > maxLength)
    throw new Error(`${name} must be at most ${maxLength} printable ASCII characters`)
  return text
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('has an invalid % escape: write %25 for a percent sign')
  }
}
