/** What an import did, kind by kind. Only the first refusals are kept: the rest is written to a file as they come. */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { guardCell } from '@posthorn/contract/audience/csv-cell'
import type { Answer } from '../../../server/src/operator/commands/command.ts'
import { printable } from '../colour.ts'
import { type Kind, kinds } from './source.ts'

const outcomes = ['new', 'changed', 'unchanged', 'refused'] as const
type Outcome = (typeof outcomes)[number]
type Refused = { kind: Kind; what: string; why: string }

/** Refusals that are shown; with more, all of them stand in the file. */
const maxShown = 10

export type Tally = {
  count(kind: Kind, outcome: Exclude<Outcome, 'refused'>, by?: number): void
  refuse(kind: Kind, what: string, why: string): void
  /** Something to know that is no refusal. Said once. */
  note(sentence: string): void
  answer(more: { service: string; dryRun: boolean; wasStopped: boolean }): Answer
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
  rmSync(refusedFile, { force: true })
  return {
    count(kind, outcome, by = 1) {
      of(kind)[outcome] += by
    },
    refuse(kind, what, why) {
      of(kind).refused++
      refusals++
      const one = { kind, what, why }
      if (refusals <= maxShown) shown.push(one)
      else if (refusals === maxShown + 1) startFile(refusedFile, [...shown, one])
      else appendFileSync(refusedFile, lineOf(one))
    },
    note: sentence => void notes.add(sentence),
    answer({ service, dryRun, wasStopped }) {
      const file = refusals > maxShown ? refusedFile : undefined
      const table = kinds.flatMap(kind => (counts.has(kind) ? [{ kind, ...of(kind) }] : []))
      const json = { service, dry_run: dryRun, stopped: wasStopped, ...structuredClone(Object.fromEntries(counts)) }
      const said = { table, shown, notes: [...notes], file, more: refusals - shown.length }
      return {
        json: { ...json, refusals: [...shown], notes: [...notes], refused_file: file },
        text: textOf(said, dryRun, wasStopped),
        failed: refusals > 0 || wasStopped,
      }
    },
  }
}

/** It names people: nobody else may read it. */
function startFile(path: string, refused: readonly Refused[]): void {
  writeFileSync(path, `kind,what,why\r\n${refused.map(lineOf).join('')}`, { mode: 0o600 })
}

const lineOf = ({ kind, what, why }: Refused): string =>
  `${[kind, what, why].map(cell => `"${guardCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`

type Said = {
  table: ({ kind: Kind } & Record<Outcome, number>)[]
  shown: readonly Refused[]
  notes: readonly string[]
  file: string | undefined
  more: number
}

function textOf({ table, shown, notes, file, more }: Said, dryRun: boolean, wasStopped: boolean): string {
  const row = (cells: readonly (string | number)[]) =>
    `${String(cells[0]).padEnd(14)}${cells
      .slice(1)
      .map(cell => String(cell).padStart(11))
      .join('')}\n`
  const lines = [
    dryRun ? 'A rehearsal: nothing was changed. This is what would happen.\n\n' : '\n',
    row(['', ...outcomes]),
    ...table.map(({ kind, ...count }) => row([kind, ...outcomes.map(outcome => count[outcome])])),
    ...shown.map(({ kind, what, why }) => printable(`  ${kind}: ${what}: ${why}`) + '\n'),
    more > 0 ? `  … and ${more} more: all of them stand in ${file}\n` : '',
    ...notes.map(note => `${printable(note)}\n`),
    wasStopped ? 'Stopped before the end: start again to go on. What is here already is not taken twice.\n' : '',
  ]
  return lines.join('')
}
