import { useCallback, useEffect, useRef, useState } from 'react'
import { isTemporary } from '#api/failure.ts'
import { useIsReachable } from '#api/reachable.ts'

const pauseMs = 500 // saves after this pause in typing
const retryMs = 5_000 // tries again what failed and may pass

type Saving<Edits, Stored> = {
  stored: Stored
  /** Unsaved edits from an earlier visit. */
  first?: Edits
  /** The edits that differ from what is stored. */
  unsaved: (edits: Edits, stored: Stored) => Edits
  /** Saves them and resolves with what is stored afterwards. */
  save: (changes: Edits, stored: Stored) => Promise<Stored>
}

/** Saves edits after a pause in typing: one request at a time, each with all edits so far. */
export function useAutosave<Edits extends object, Stored>({ stored, first, unsaved, save }: Saving<Edits, Stored>) {
  const [edits, setEdits] = useState<Edits>(() => first ?? ({} as Edits)) // as: no edits
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
      // A saved edit is no longer an edit, even if the server stored it differently (normalized): otherwise it would be sent
      // forever, or come back when someone else changes the content.
      const left = (before: Edits) => unsaved(without(before, changes), reply)
      latest.current = { ...latest.current, edits: left(latest.current.edits), stored: reply }
      setEdits(left)
      setError(null)
      return true
    } catch (error) {
      setError(error instanceof Error ? error : new Error('The changes could not be saved.'))
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

  const isReachable = useIsReachable()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edit restarts the pause, and so does the return of the server
  useEffect(() => {
    if (isSaved) return
    const timer = setTimeout(flush, pauseMs)
    return () => clearTimeout(timer)
  }, [edits, isSaved, isReachable, flush])
  useEffect(() => {
    if (!isTemporary(error)) return
    const timer = setTimeout(flush, retryMs)
    return () => clearTimeout(timer)
  }, [error, flush])
  // Leaving the page during the pause saves the edits, and so does going to another tab. Coming back tries again what failed.
  useEffect(() => {
    const save = () => void flush()
    document.addEventListener('visibilitychange', save)
    return () => {
      document.removeEventListener('visibilitychange', save)
      save()
    }
  }, [flush])

  const drop = useCallback(() => {
    latest.current = { ...latest.current, edits: {} as Edits } // as: no edits
    setEdits({} as Edits) // as: no edits
  }, [])
  return { edits, setEdits, flush, drop, isSaved, isSaving, error: isSaved ? null : error }
}

/** Edits that were changed again in the meantime stay. */
const without = <Edits extends object>(edits: Edits, sent: Edits): Edits =>
  // as: some of its fields
  Object.fromEntries(Object.entries(edits).filter(([name, value]) => sent[name as keyof Edits] !== value)) as Edits

const isEmpty = (edits: object): boolean => Object.keys(edits).length === 0
