import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { call } from '#api/call.ts'
import { renew, showReply } from '#api/queries.ts'
import { useAutosave } from '#form/autosave.ts'
import { draftOf, type Edits, unsaved } from './edits.ts'

/** A broadcast that is being edited, saved automatically. */
export function useDraft(broadcast: Broadcast) {
  const { edits, setEdits, flush, isSaved, isSaving, error } = useAutosave<Edits, Broadcast>({
    stored: broadcast,
    unsaved,
    save: async (body, { id }) => {
      const params = { id }
      const reply = await call('updateBroadcast', { params, body })
      await showReply(reply, 'getBroadcast', { params })
      renew('listBroadcasts')
      return reply
    },
  })
  const change = (changes: Edits) => setEdits(before => ({ ...before, ...changes }))
  return { draft: draftOf(edits, broadcast), change, flush, isSaved, isSaving, error }
}

export type Draft = ReturnType<typeof useDraft>
export type PartProps = Pick<Draft, 'draft' | 'change' | 'error'>
