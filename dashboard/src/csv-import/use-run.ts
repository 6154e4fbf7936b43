import type { Imported } from '@posthorn/contract/audience/contact-import'
import { useEffect, useRef, useState } from 'react'
import type { ImportField, ImportRow, Mapping } from './fields.ts'
import { noTotals, sendRows } from './send-rows.ts'

type Work = {
  rows: readonly (readonly string[])[]
  mapping: Mapping
  fields: readonly ImportField[]
  prepare?: () => unknown
}
export type Run = ReturnType<typeof useRun>

/** A running import: its totals and the error that stopped it. Calling `start` again resumes it. */
export function useRun(send: (rows: ImportRow[]) => Promise<Imported>) {
  const [state, setState] = useState<'waiting' | 'running' | 'over'>('waiting')
  const [totals, setTotals] = useState(noTotals)
  const [error, setError] = useState<Error>()
  const control = useRef<AbortController>(undefined)

  const start = async (work: Work) => {
    control.current = new AbortController()
    setState('running')
    setError(undefined)
    const { signal } = control.current
    const go = async () => {
      await work.prepare?.()
      await sendRows(totals, { ...work, send, onProgress: setTotals, signal })
    }
    await go().catch(setError)
    setState('over')
  }
  useEffect(() => () => control.current?.abort(), [])
  useEffect(() => {
    if (state !== 'running') return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [state])

  return { state, totals, error, start, stop: () => control.current?.abort() }
}
