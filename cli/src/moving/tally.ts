/** The result of an import by kind. Only the first refusals are kept in memory; if there are more, all are written to a file. */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { guardCell } from '@posthorn/contract/audience/csv-cell'
import { whyUnwritable } from '../../../server/src/core/process/file-fault.ts'
import type { Answer } from '../../../server/src/operator/commands/command.ts'
import { printable } from '../colour.ts'
import { type Kind, kinds } from './source.ts'

const outcomes = ['new', 'changed', 'unchanged', 'refused'] as const
type Outcome = (typeof outcomes)[number]
type Refused = { kind: Kind; what: string; why: string }

/** Refusals that are shown. If there are more, the file has all of them. */
const maxShown = 10

export type Tally = {
  count(kind: Kind, outcome: Exclude<Outcome, 'refused'>, by?: number): void
  refuse(kind: Kind, what: string, why: string): void
  /** A note that is not a refusal. Repeated notes are shown once. */
  note(sentence: string): void
  /** Whether anything was counted or refused. */
  isEmpty(): boolean
  /** `stopped`: why the import ended before everything was done. */
  answer(more: { service: string; dryRun: boolean; stopped: string | undefined }): Answer
}

export function createTally(refusedFile: string): Tally {
  const counts = new Map<Kind, Record<Outcome, number>>()
  const shown: Refused[] = []
  const notes = new Set<string>()
  let refusals = 0
  const of = (kind: Kind) => {
    const count = counts.get(kind) ?? { new: 0, changed: 0, unchanged: 0, refused: 0 }
    counts.set(kind, count)
    return count
  }
  let fileFault = ''
  const write = (work: () => void) => {
    if (fileFault) return
    try {
      work()
    } catch (error) {
      fileFault = `Only the first refusals are shown, because ${refusedFile} cannot be written: ${whyUnwritable(refusedFile, error)}`
      notes.add(fileFault)
    }
  }
  write(() => rmSync(refusedFile, { force: true }))
  return {
    count(kind, outcome, by = 1) {
      of(kind)[outcome] += by
    },
    refuse(kind, what, why) {
      of(kind).refused++
      refusals++
      const one = { kind, what, why }
      if (refusals <= maxShown) shown.push(one)
      else if (refusals === maxShown + 1) write(() => startFile(refusedFile, [...shown, one]))
      else write(() => appendFileSync(refusedFile, lineOf(one)))
    },
    note: sentence => void notes.add(sentence),
    isEmpty: () => counts.size === 0,
    answer({ service, dryRun, stopped }) {
      const file = refusals > maxShown && !fileFault ? refusedFile : undefined
      const table = kinds.flatMap(kind => (counts.has(kind) ? [{ kind, ...of(kind) }] : []))
      const ending = { stopped: stopped !== undefined, ...(stopped !== undefined && { message: stopped }) }
      const json = { service, dry_run: dryRun, ...ending, ...structuredClone(Object.fromEntries(counts)) }
      const report = { table, shown, notes: [...notes], file, more: refusals - shown.length }
      return {
        json: { ...json, refusals: [...shown], notes: [...notes], refused_file: file },
        text: textOf(report, dryRun, stopped),
        failed: refusals > 0 || stopped !== undefined,
      }
    },
  }
}

/** The file contains personal data, so only the user can read it. */
function startFile(path: string, refused: readonly Refused[]): void {
  writeFileSync(path, `kind,what,why\r\n${refused.map(lineOf).join('')}`, { mode: 0o600 })
}

const lineOf = ({ kind, what, why }: Refused): string =>
  `${[kind, what, why].map(cell => `"${guardCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

type Report = {
  table: ({ kind: Kind } & Record<Outcome, number>)[]
  shown: readonly Refused[]
  notes: readonly string[]
  file: string | undefined
  more: number
}

function textOf({ table, shown, notes, file, more }: Report, dryRun: boolean, stopped: string | undefined): string {
  const row = (cells: readonly (string | number)[]) =>
    `${String(cells[0]).padEnd(14)}${cells
      .slice(1)
      .map(cell => String(cell).padStart(11))
      .join('')}\n`
  const lines = [
    dryRun ? 'Dry run: nothing was changed. This is what would happen.\n\n' : '\n',
    table.length > 0 ? row(['', ...outcomes]) : '',
    ...table.map(({ kind, ...count }) => row([kind, ...outcomes.map(outcome => count[outcome])])),
    ...shown.map(({ kind, what, why }) => printable(`  ${kind}: ${what}: ${why}`) + '\n'),
    more > 0 ? `  … and ${more} more${file ? `: see all in ${file}` : ''}\n` : '',
    ...notes.map(note => `${printable(note)}\n`),
    stopped ? `${printable(stopped)}\nTo continue, run the command again: nothing is imported twice.\n` : '',
  ]
  return lines.join('')
}
