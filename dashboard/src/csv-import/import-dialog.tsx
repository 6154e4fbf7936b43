import type { Imported } from '@posthorn/contract/audience/contact-import'
import { type ReactNode, useState } from 'react'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { counted } from '#style/figures.ts'
import type { ImportField, ImportRow, Mapping } from './fields.ts'
import { FileStep } from './file-step.tsx'
import { guessMapping } from './mapping.ts'
import { MappingStep } from './mapping-step.tsx'
import type { Sheet } from './read-csv.ts'
import { RunStep } from './run-step.tsx'
import { useRun } from './use-run.ts'

type Props = {
  title: string
  fields: readonly ImportField[]
  /** At least one of these needs a column. */
  needed: readonly string[]
  send: (rows: ImportRow[]) => Promise<Imported>
  /** The new field that a column could become. */
  newField?: (column: string) => ImportField | undefined
  /** Runs before the first row is sent, to create new fields. */
  prepare?: (chosen: { sheet: Sheet; mapping: Mapping }) => Promise<unknown>
  onClose: () => void
  /** What the file should contain and what happens to it. */
  children: ReactNode
}

type Chosen = { name: string; sheet: Sheet; mapping: string[] }

/** Imports a CSV file: choose it, map its columns, follow the progress, download the refused rows. */
export function ImportDialog({ title, fields: known, needed, send, newField, prepare, onClose, children }: Props) {
  const [chosen, setChosen] = useState<Chosen>()
  const run = useRun(send)
  const fields = [...known, ...additions(chosen?.sheet.head ?? [], known, newField)]
  const [stops, setStops] = useState(0)
  const isMapped = needed.some(name => chosen?.mapping.includes(name))
  const start = () =>
    chosen && run.start({ ...chosen.sheet, mapping: chosen.mapping, fields, prepare: () => prepare?.(chosen) })

  if (!chosen)
    return (
      <Dialog title={title} onClose={onClose} isWide>
        <FileStep onRead={(name, sheet) => setChosen({ name, sheet, mapping: guessMapping(sheet.head, known) })}>
          {children}
        </FileStep>
      </Dialog>
    )
  if (run.state === 'waiting')
    return (
      <Dialog
        title={title}
        onClose={onClose}
        isWide
        footer={
          <>
            <Button onClick={() => setChosen(undefined)}>Choose another file</Button>
            <Button tone="primary" disabled={!isMapped || chosen.sheet.rows.length === 0} onClick={start}>
              Import {counted(chosen.sheet.rows.length, 'row')}
            </Button>
          </>
        }
      >
        <MappingStep
          {...chosen}
          fields={fields}
          known={known}
          needed={needed}
          onMap={mapping => setChosen({ ...chosen, mapping })}
        />
      </Dialog>
    )
  // Closing it while it runs stops the import and opens the dialog again, to show how far it got.
  const stop = () => {
    run.stop()
    setStops(stops + 1)
  }
  return (
    <Dialog
      key={stops}
      title={title}
      onClose={run.state === 'running' ? stop : onClose}
      isWide
      footer={
        run.state === 'running' ? (
          <Button onClick={run.stop}>Stop</Button>
        ) : (
          <>
            {run.totals.done < chosen.sheet.rows.length && <Button onClick={start}>Resume</Button>}
            <Button tone="primary" onClick={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      <RunStep name={chosen.name} sheet={chosen.sheet} run={run} />
    </Dialog>
  )
}

/** The new fields, one per name that does not exist yet. */
function additions(head: readonly string[], known: readonly ImportField[], newField: Props['newField']): ImportField[] {
  const made = head.flatMap(column => newField?.(column) ?? [])
  const names = new Map(made.map(field => [field.name, field]))
  return [...names.values()].filter(({ name }) => !known.some(one => one.name === name))
}
