import { describeBytes } from '#core/bytes.ts'
import { objectStoreOf } from '#setup/bodies.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'
import { table } from '../table.ts'
import { addUp, type KindSize } from './add-up.ts'
import { kindOf, type Table } from './kinds.ts'
import { measureDatabase, measureTables } from './store.ts'

export const disk = defineCommand({
  name: 'disk',
  summary: 'Shows the disk space of each kind of data in the database: emails, events and so on',
  example: 'disk',
  options: {},
  async run(_, { loadConfig }) {
    const config = loadConfig()
    await using database = await openInstance(config)
    // `as`: the keys of the record are all tables.
    const sizes = addUp(await measureTables(database.db, Object.keys(kindOf) as Table[]))
    const whole = await measureDatabase(database.db)
    // Both may grow between the two measurements.
    const others = Math.max(0, whole - sum(sizes.map(({ bytes }) => bytes)))
    const known = sizes.flatMap(({ perEmail }) => perEmail ?? [])
    const perEmail = known.length > 0 ? Math.round(sum(known)) : null
    return {
      json: { data: sizes.map(toJson), other_bytes: others, database_bytes: whole, bytes_per_email: perEmail },
      text: `${table(columns, sizes.map(toRow))}\n\n${inAll(whole, others)}\n${eachEmail(perEmail)}\n${howToCount(sizes)}${notCounted(objectStoreOf(config)?.name)}`,
    }
  },
})

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const columns = ['data', 'on disk', 'per email', 'rows, about', 'counted in'] as const

const toRow = ({ kind, bytes, perEmail, rows, counted }: KindSize): Record<(typeof columns)[number], string> => ({
  data: kind,
  'on disk': describeBytes(bytes),
  'per email': perEmail === null ? '–' : describeBytes(perEmail),
  'rows, about': counted ? (rows?.toLocaleString('en') ?? 'unknown') : '–',
  'counted in': counted ?? '–',
})

const inAll = (whole: number, others: number): string =>
  `The database takes ${describeBytes(whole)}; ${describeBytes(others)} of that belong to PostgreSQL itself or to other programs.`

const eachEmail = (perEmail: number | null): string =>
  perEmail === null
    ? 'The size per email is not known yet.'
    : `An email takes about ${describeBytes(perEmail)}, including all data about it.`

const notCounted = (place: string | undefined): string =>
  place === undefined ? '' : `Not counted: bodies and attachments in ${place}.\n`

const howToCount = (sizes: readonly KindSize[]): string =>
  sizes.some(({ counted, rows }) => counted && rows === null)
    ? 'unknown: PostgreSQL has no statistics yet. It collects them from about fifty rows on, or at once with ANALYZE.\n'
    : ''

const toJson = ({ kind, bytes, perEmail, rows, counted }: KindSize) => ({
  ...{ kind: kind.toLowerCase().replaceAll(' ', '_'), bytes, rows, counted_in: counted },
  bytes_per_email: perEmail === null ? null : Math.round(perEmail),
})
