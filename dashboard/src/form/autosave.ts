import { useCallback, useEffect, useRef, useState } from 'react'

const pauseMs = 500 // a pause in typing, after which it is stored

type Saving<Edits, Stored> = {
  stored: Stored
  /** What was never stored, from an earlier visit. */
  first?: Edits
  /** Of the edits those that differ from what is stored. */
  unsaved: (edits: Edits, stored: Stored) => Edits
  /** Stores them, and answers with what is stored from then on. */
  save: (changes: Edits, stored: Stored) => Promise<Stored>
}

/** Stores what is edited after a pause, one request at a time, each with all that was edited until then. */
export function useAutosave<Edits extends object, Stored>({ stored, first, unsaved, save }: Saving<Edits, Stored>) {
  const [edits, setEdits] = useState<Edits>(() => first ?? ({} as Edits)) // as: no edit at all
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const latest = useRef({ edits, stored, unsaved, save })
  latest.current = { edits, stored, unsaved, save }
  const running = useRef<Promise<boolean>>(undefined)
  const isSaved = isEmpty(unsaved(edits, stored))

  const store = useCallback(async (): Promise<boolean> => {
    const { edits, stored, unsaved, save } = latest.current
    const changes = unsaved(edits, stored)
    if (isEmpty(changes)) return true
    setSaving(true)
    try {
      const reply = await save(changes, stored)
      // What is stored is no edit any more, also where the server keeps it otherwise than it was written: it must neither be
      // sent for ever nor come back when the content changes from elsewhere.
      const left = (before: Edits) => unsaved(without(before, changes), reply)
      latest.current = { ...latest.current, edits: left(latest.current.edits), stored: reply }
      setEdits(left)
      setError(null)
      return true
    } catch (error) {
      setError(error instanceof Error ? error : new Error('It was not saved.'))
      return false
    } finally {
      setSaving(false)
    }
  }, [])

  const flush = useCallback((): Promise<boolean> => {
    const next = (running.current ?? Promise.resolve(true)).then(store)
    running.current = next
    return next
  }, [store])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter starts the pause anew
  useEffect(() => {
    if (isSaved) return
    const timer = setTimeout(flush, pauseMs)
    return () => clearTimeout(timer)
  }, [edits, isSaved, flush])
  // Whoever leaves the page within the pause loses nothing.
  useEffect(() => () => void flush(), [flush])

  const drop = useCallback(() => {
    latest.current = { ...latest.current, edits: {} as Edits } // as: no edit at all
    setEdits({} as Edits) // as: no edit at all
  }, [])
  return { edits, setEdits, flush, drop, isSaved, isSaving, error: isSaved ? null : error }
}

/** Those that were changed again meanwhile stay. */
const without = <Edits extends object>(edits: Edits, sent: Edits): Edits =>
  // as: some of its fields
  Object.fromEntries(Object.entries(edits).filter(([name, value]) => sent[name as keyof Edits] !== value)) as Edits

const isEmpty = (edits: object): boolean => Object.keys(edits).length === 0
