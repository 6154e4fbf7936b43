import { FileUp, LoaderCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classes } from '#style/classes.ts'
import { readCsv, type Sheet } from './read-csv.ts'

type Props = { onRead: (name: string, sheet: Sheet) => void; children: ReactNode }

/** Reads a file that is chosen or dropped. */
export function FileStep({ onRead, children }: Props) {
  const [isOver, setOver] = useState(false)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState('')

  const read = async (file: File | undefined) => {
    if (!file || isReading) return
    setReading(true)
    setProblem('')
    await readCsv(file)
      .then(sheet => onRead(file.name, sheet))
      .catch((error: Error) => setProblem(error.message))
    setReading(false)
  }
  const Sign = isReading ? LoaderCircle : FileUp
  return (
    <div className="space-y-4">
      <label
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault()
          setOver(false)
          read(event.dataTransfer.files[0])
        }}
        className={classes(
          'flex cursor-pointer flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-10 text-center',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:bg-hover',
          isOver ? 'border-accent bg-hover' : 'border-line-strong',
        )}
      >
        <Sign aria-hidden className={classes('size-6 text-faint', isReading && 'animate-spin')} />
        <span className="font-medium">{isReading ? 'Reading file…' : 'Choose a CSV file or drop it here'}</span>
        <span className="text-sm text-faint">Separated by commas, semicolons or tabs. Up to 50 MB.</span>
        <input
          type="file"
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          className="sr-only"
          onChange={({ target }) => {
            read(target.files?.[0])
            // Otherwise the browser would not tell that the same file, corrected, is chosen again.
            target.value = ''
          }}
        />
      </label>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      <div className="text-sm text-soft">{children}</div>
    </div>
  )
}
