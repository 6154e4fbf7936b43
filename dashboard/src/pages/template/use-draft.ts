import type { Template } from '@posthorn/contract/messages/templates'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { queryOf } from '#api/queries.ts'
import { type KeptEdits, keepEdits, keptEdits } from '#form/kept-edits.ts'
import { type Edits, editsIn, type Kind, kindOf, type Source, saving, shownIn, unsaved, withContent } from './draft.ts'

const pauseMs = 500 // a pause in typing, after which it is stored and previewed

export type Draft = {
  shown: (name: Source) => string
  change: (name: Source, value: string) => void
  /** Whether the content is html or mjml; there is never both. */
  kind: Kind
  /** Puts other content in its place, of the other kind if need be. */
  begin: (content: { html: string } | { mjml: string }) => void
  /** Stores what is not stored yet; false when the server refuses it. */
  flush: () => Promise<boolean>
  /** Forgets what is not stored. */
  drop: () => void
  /** What was written in this browser, never stored, and made on top of another content than today’s. */
  found: KeptEdits | undefined
  /** Goes on with it. */
  takeUp: () => void
  isSaved: boolean
  isSaving: boolean
  error: Error | null
}

/** Stores what is typed as a draft, one request at a time, each with all that was typed until then. */
export function useDraft(template: Template): Draft {
  const client = useQueryClient()
  const [kept] = useState(() => keptEdits(localStorage, template.id))
  // Made on top of what is stored now, they go on; made on top of something else, somebody has to choose.
  const [edits, setEdits] = useState<Edits>(kept?.base === template.updated_at ? editsIn(kept.edits) : {})
  const [found, setFound] = useState(kept?.base === template.updated_at ? undefined : kept)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const latest = useRef({ edits, template })
  latest.current = { edits, template }
  const running = useRef<Promise<boolean>>(undefined)
  const left = unsaved(edits, template)
  const isSaved = Object.keys(left).length === 0

  const store = useCallback(async (): Promise<boolean> => {
    const { edits, template } = latest.current
    const changes = unsaved(edits, template)
    if (Object.keys(changes).length === 0) return true
    setSaving(true)
    try {
      const params = { id: template.id }
      const reply = await call('updateTemplate', { params, body: saving(changes) })
      client.setQueryData(queryOf('getTemplate', { params }).queryKey, reply)
      client.invalidateQueries({ queryKey: ['listTemplates'] })
      latest.current = { edits: unsaved(latest.current.edits, reply), template: reply }
      // What is stored is no edit any more: it must not come back when the content changes from elsewhere.
      setEdits(before => unsaved(before, reply))
      setError(null)
      return true
    } catch (error) {
      setError(error instanceof Error ? error : new Error('It was not saved.'))
      return false
    } finally {
      setSaving(false)
    }
  }, [client])

  const flush = useCallback((): Promise<boolean> => {
    const next = (running.current ?? Promise.resolve(true)).then(store)
    running.current = next
    return next
  }, [store])

  useEffect(() => {
    if (!found) keepEdits(localStorage, template.id, isSaved ? undefined : { edits, base: template.updated_at })
  }, [template.id, template.updated_at, edits, isSaved, found])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter starts the pause anew
  useEffect(() => {
    if (isSaved) return
    const timer = setTimeout(flush, pauseMs)
    return () => clearTimeout(timer)
  }, [edits, isSaved, flush])
  // Whoever leaves the page within the pause loses nothing.
  useEffect(() => () => void flush(), [flush])

  return {
    shown: name => shownIn(edits, template, name),
    change: (name, value) => setEdits(before => ({ ...before, [name]: value })),
    kind: kindOf(edits, template),
    begin: content => setEdits(before => withContent(before, content)),
    flush,
    drop: () => {
      latest.current = { ...latest.current, edits: {} }
      setEdits({})
      setFound(undefined)
    },
    found,
    takeUp: () => {
      if (found) setEdits(editsIn(found.edits))
      setFound(undefined)
    },
    isSaved,
    isSaving,
    error: isSaved ? null : error,
  }
}
