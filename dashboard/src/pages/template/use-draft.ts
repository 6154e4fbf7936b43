import type { Template } from '@posthorn/contract/messages/templates'
import { useEffect, useState } from 'react'
import { call } from '#api/call.ts'
import { renew, showReply } from '#api/queries.ts'
import { useAutosave } from '#form/autosave.ts'
import { type KeptEdits, keepEdits, keptEdits } from '#form/kept-edits.ts'
import { type Edits, editsIn, type Kind, kindOf, type Source, saving, shownIn, unsaved, withContent } from './draft.ts'

export type Draft = {
  shown: (name: Source) => string
  change: (name: Source, value: string) => void
  /** Whether the content is html or mjml; never both. */
  kind: Kind
  /** Replaces the content, possibly with the other kind. */
  begin: (content: { html: string } | { mjml: string }) => void
  /** Saves the unsaved edits; false if the server refuses them. */
  flush: () => Promise<boolean>
  /** Drops the unsaved edits. */
  drop: () => void
  /** Unsaved edits from an earlier visit that are based on older content. */
  found: KeptEdits | undefined
  /** Restores them. */
  takeUp: () => void
  isSaved: boolean
  isSaving: boolean
  error: Error | null
}

/** Saves what is typed as a draft. */
export function useDraft(template: Template): Draft {
  const [kept] = useState(() => keptEdits(localStorage, template.id))
  // Edits based on the current content are restored; for others the person has to decide.
  const isCurrent = kept?.base === template.updated_at
  const [found, setFound] = useState(isCurrent ? undefined : kept)
  const saved = useAutosave<Edits, Template>({
    stored: template,
    first: kept && isCurrent ? editsIn(kept.edits) : {},
    unsaved,
    save: async (changes, { id }) => {
      const params = { id }
      const reply = await call('updateTemplate', { params, body: saving(changes) })
      await showReply(reply, 'getTemplate', { params })
      renew('listTemplates')
      return reply
    },
  })
  const { edits, setEdits, isSaved } = saved

  useEffect(() => {
    if (!found) keepEdits(localStorage, template.id, isSaved ? undefined : { edits, base: template.updated_at })
  }, [template.id, template.updated_at, edits, isSaved, found])

  return {
    shown: name => shownIn(edits, template, name),
    change: (name, value) => setEdits(before => ({ ...before, [name]: value })),
    kind: kindOf(edits, template),
    begin: content => setEdits(before => withContent(before, content)),
    flush: saved.flush,
    drop: () => {
      saved.drop()
      setFound(undefined)
    },
    found,
    takeUp: () => {
      if (found) setEdits(editsIn(found.edits))
      setFound(undefined)
    },
    isSaved,
    isSaving: saved.isSaving,
    error: saved.error,
  }
}
