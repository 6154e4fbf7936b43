import type { Imported } from '@posthorn/contract/audience/contact-import'
import { useEffect, useRef, useState } from 'react'
import type { ImportField, ImportRow, Mapping } from './fields.ts'
import { nothingYet, sendRows } from './send-rows.ts'

type Work = {
  rows: readonly (readonly string[])[]
  mapping: Mapping
  fields: readonly ImportField[]
  prepare?: () => unknown
}
export type Run = ReturnType<typeof useRun>

/** An import on its way: how far it is, what it came to, and what stopped it. `start` again goes on where it was. */
export function useRun(send: (rows: ImportRow[]) => Promise<Imported>) {
  const [state, setState] = useState<'waiting' | 'running' | 'over'>('waiting')
  const [account, setAccount] = useState(nothingYet)
  const [error, setError] = useState<Error>()
  const control = useRef<AbortController>(undefined)

  const start = async (work: Work) => {
    control.current = new AbortController()
    setState('running')
    setError(undefined)
    const { signal } = control.current
    const go = async () => {
      await work.prepare?.()
      await sendRows(account, { ...work, send, onProgress: setAccount, signal })
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

  return { state, account, error, start, stop: () => control.current?.abort() }
}
