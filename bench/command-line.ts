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

export type Asked = {
  names: ReadonlySet<ComparisonName>
  quick: boolean
  json: string | undefined
  /** Of the large databases, when it is not what the pace says. */
  rows: number | undefined
  /** Of the PostgreSQL that `external-database` compares with ours. */
  database: string | undefined
}

export const usage = `npm run bench -- [${comparisonNames.join(' | ')} …] [--quick] [--rows COUNT] [--database URL] [--json FILE]`

/** They take longer than all others, or need to be told of another server: only when asked for by their names. */
const special = new Set<ComparisonName>(['growth', 'broadcast-memory', 'external-database'])
const usual = comparisonNames.filter(name => !special.has(name))

/** No name asks for everything but those; memory is what the load of two others leaves behind, so it asks for them too. */
export function readCommandLine(args: readonly string[]): Asked {
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

/** At least as many as the deep pages of the lists need. */
const fewestRows = 20_000

function toCount(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < fewestRows)
    throw new Error(`--rows takes a whole number of ${fewestRows} or more.`)
  return count
}
