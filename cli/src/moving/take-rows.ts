/** Sends rows to an import of our API, in pages within its limits. */
import type { Imported } from '@posthorn/contract/audience/contact-import'
import type { Moving } from './moving.ts'
import type { Kind } from './source.ts'

/** `isNew`: the row refers to something that a dry run cannot send, because it does not exist yet. */
export type Row = { name: string; row: Readonly<Record<string, unknown>>; isNew: boolean }

/** The API's limit of rows per request; the others stay below its limits of 4 MiB and 60,000 values. */
const maxRows = 500
const maxBytes = 3 * 1024 * 1024
const maxValues = 50_000
const maxCellLength = 1_000

export function rowSender({ api, tally, dryRun, progress }: Moving, kind: Kind, path: string) {
  let rows: Row[] = []
  let [bytes, values, done] = [0, 0, 0]

  const send = async (page: readonly Row[]): Promise<void> => {
    if (page.length === 0) return
    const body = { rows: page.map(({ row }) => row), ...(dryRun && { dry_run: true }) }
    const answer = await api.write<Imported>({ method: 'POST', path, body })
    if ('refused' in answer) {
      const [first] = page
      if (page.length === 1 && first) return tally.refuse(kind, first.name, answer.refused)
      // One row is at fault; the others are sent without it.
      const half = Math.ceil(page.length / 2)
      await send(page.slice(0, half))
      return send(page.slice(half))
    }
    const { created, updated, unchanged, refused } = answer.body
    const hasNew = page[0]?.isNew === true
    tally.count(kind, 'new', created)
    tally.count(kind, 'changed', hasNew ? updated + unchanged : updated)
    tally.count(kind, 'unchanged', hasNew ? 0 : unchanged)
    for (const { row, message } of refused) tally.refuse(kind, page[row]?.name ?? '', message)
  }

  const flush = async () => {
    const page = rows
    rows = []
    ;[bytes, values] = [0, 0]
    await send(page.filter(({ isNew }) => !isNew))
    await send(page.filter(({ isNew }) => isNew))
    done += page.length
    progress(`${kind}: ${done}\n`)
  }

  return {
    async add(row: Row) {
      const text = JSON.stringify(row.row)
      const fault = faultOf(row.row)
      if (fault) return tally.refuse(kind, row.name, fault)
      // Each value is preceded by at least a colon.
      const size = text.split(':').length
      if (rows.length === maxRows || bytes + text.length * 3 > maxBytes || values + size > maxValues) await flush()
      rows.push(row)
      bytes += text.length * 3
      values += size
    },
    async end() {
      if (rows.length > 0) await flush()
    },
  }
}

/** A fault that would refuse the whole page, including the other rows. */
function faultOf(row: Readonly<Record<string, unknown>>): string | undefined {
  for (const value of Object.values(row)) {
    if (typeof value === 'object' && value !== null) {
      const fault = faultOf({ ...value })
      if (fault) return fault
    }
    if (typeof value !== 'string') continue
    if (value.length > maxCellLength) return `a value has more than ${maxCellLength} characters`
    if (value.includes('\0') || !value.isWellFormed()) return 'a value has characters that are not valid text'
  }
  return undefined
}
