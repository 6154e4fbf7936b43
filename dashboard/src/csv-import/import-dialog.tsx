import type { Imported } from '@posthorn/contract/audience/contact-import'
import { type ReactNode, useState } from 'react'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { count } from '#style/figures.ts'
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
  /** One of these must have a column. */
  needed: readonly string[]
  send: (rows: ImportRow[]) => Promise<Imported>
  /** What a column could become that is no field yet. */
  newField?: (column: string) => ImportField | undefined
  /** Before the first row is sent, for the fields that are new. */
  prepare?: (chosen: { sheet: Sheet; mapping: Mapping }) => Promise<unknown>
  onClose: () => void
  /** What a file should look like and what becomes of it. */
  children: ReactNode
}

type Chosen = { name: string; sheet: Sheet; mapping: string[] }

/** From a CSV file to the server: choose it, say what its columns are, watch it go, keep what was refused. */
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
            <Button onClick={() => setChosen(undefined)}>Another file</Button>
            <Button tone="primary" disabled={!isMapped || chosen.sheet.rows.length === 0} onClick={start}>
              Import {count(chosen.sheet.rows.length)} {chosen.sheet.rows.length === 1 ? 'row' : 'rows'}
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
  // Whoever closes it on the way stops it, and still gets to see how far it came: the dialog opens anew.
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
            {run.account.done < chosen.sheet.rows.length && <Button onClick={start}>Go on</Button>}
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

/** One of each name that is not there already. */
function additions(head: readonly string[], known: readonly ImportField[], newField: Props['newField']): ImportField[] {
  const made = head.flatMap(column => newField?.(column) ?? [])
  const names = new Map(made.map(field => [field.name, field]))
  return [...names.values()].filter(({ name }) => !known.some(one => one.name === name))
}
