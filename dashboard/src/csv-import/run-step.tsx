import { Download } from 'lucide-react'
import { sentenceOf } from '#api/failure.ts'
import { Button } from '#button/button.tsx'
import { Progress } from '#chart/progress.tsx'
import { count, counted } from '#style/figures.ts'
import type { Sheet } from './read-csv.ts'
import { reportOf } from './report.ts'
import { save } from './save.ts'
import type { Totals } from './send-rows.ts'
import type { Run } from './use-run.ts'

const shownRefusals = 8

/** The progress of the import, its results so far and the refused rows. */
export function RunStep({ name, sheet, run }: { name: string; sheet: Sheet; run: Run }) {
  const { totals, state, error } = run
  const total = sheet.rows.length
  return (
    <div className="space-y-5">
      <Progress label="Imported" done={totals.done} total={total} />
      <p role="status" className="text-soft">
        {state === 'running'
          ? `${count(totals.done)} of ${counted(total, 'row')}…`
          : totals.done === total
            ? `Finished ${total === 1 ? 'the only row' : `all ${count(total)} rows`}.`
            : `Stopped after ${count(totals.done)} of ${counted(total, 'row')}. Imported rows are kept. Resume to import the rest.`}
      </p>
      {error && (
        <p role="alert" className="rounded-md border border-bad/40 bg-bad/8 px-3 py-2 text-sm text-bad">
          {sentenceOf(error)}
        </p>
      )}
      <Figures totals={totals} />
      {totals.refused.length > 0 && <Refused name={name} sheet={sheet} totals={totals} />}
    </div>
  )
}

function Figures({ totals }: { totals: Totals }) {
  const figures = [
    { name: 'New', value: totals.created },
    { name: 'Updated', value: totals.updated },
    { name: 'Unchanged', value: totals.unchanged },
    { name: 'Refused', value: totals.refused.length, className: totals.refused.length > 0 ? 'text-bad' : '' },
  ]
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {figures.map(({ name, value, className }) => (
        <div key={name}>
          <dt className="text-sm text-soft">{name}</dt>
          <dd className={`text-2xl font-semibold tracking-tight tabular-nums ${className ?? ''}`}>{count(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Refused({ name, sheet, totals }: { name: string; sheet: Sheet; totals: Totals }) {
  const { refused } = totals
  const rest = refused.length - shownRefusals
  return (
    <section aria-label="Refused rows" className="rounded-lg border border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1.5">
        <h3 className="text-sm font-medium">Refused rows</h3>
        <Button
          isSmall
          icon={Download}
          onClick={() => save(`refused-${name.replace(/\.\w+$/, '')}.csv`, reportOf(sheet, refused))}
        >
          Download report
        </Button>
      </div>
      <ul className="divide-y divide-line text-sm">
        {refused.slice(0, shownRefusals).map(({ row, message }) => (
          <li key={row} className="flex gap-3 px-3 py-1.5">
            <span className="shrink-0 text-faint tabular-nums">Row {count(row + 1)}</span>
            <span className="min-w-0">{message}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="border-t border-line px-3 py-1.5 text-sm text-faint">and {count(rest)} more</p>}
    </section>
  )
}
