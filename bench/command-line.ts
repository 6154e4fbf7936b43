import { parseArgs } from 'node:util'

const comparisonNames = [
  'contacts-create',
  'contact-get',
  'memory',
  'contacts-list',
  'contact-events',
  'segment-preview',
  'emails-accept',
  'doors',
  'emails-batch',
  'smtp-accept',
  'emails-deliver',
  'emails-dkim',
  'broadcasts',
  'broadcast-memory',
  'emails-latency',
  'start',
  'processes',
  'external-database',
  'cpu',
  'sms-accept',
  'sms-smpp',
  'tracking',
  'webhooks',
  'workflows',
  'emails-many',
  'growth',
  'group-commit',
] as const
type ComparisonName = (typeof comparisonNames)[number]

export type BenchOptions = {
  names: ReadonlySet<ComparisonName>
  quick: boolean
  json: string | undefined
  /** Rows of the large databases, if not the default of the pace. */
  rows: number | undefined
  /** The address of the PostgreSQL that `external-database` compares with the embedded one. */
  database: string | undefined
}

export const usage = `npm run bench -- [${comparisonNames.join(' | ')} …] [--quick] [--rows COUNT] [--database URL] [--json FILE]`

/** These take longer than all others, or need another server, so they run only when named. */
const special = new Set<ComparisonName>(['growth', 'broadcast-memory', 'external-database'])
const usual = comparisonNames.filter(name => !special.has(name))

/** Without names, everything except those runs. `memory` measures the load of two other comparisons, so it includes them. */
export function readCommandLine(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      rows: { type: 'string' },
      database: { type: 'string' },
    },
  })
  const names = new Set<ComparisonName>(positionals.length === 0 ? usual : positionals.map(toName))
  if (names.has('memory')) names.add('contacts-create').add('contact-get')
  if (names.has('external-database') && values.database === undefined)
    throw new Error('external-database needs --database with the address of a PostgreSQL.')
  return {
    names,
    database: values.database,
    quick: values.quick,
    json: values.json,
    rows: values.rows === undefined ? undefined : toCount(values.rows),
  }
}

function toName(text: string): ComparisonName {
  const name = comparisonNames.find(one => one === text)
  if (!name) throw new Error(`There is no comparison "${text}".`)
  return name
}

/** The deep pages of the lists need at least this many. */
const minRows = 20_000

function toCount(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < minRows)
    throw new Error(`--rows takes a whole number of ${minRows} or more.`)
  return count
}
