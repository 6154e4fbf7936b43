import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { draftOf, type Edits, unsaved } from '../composer/edits.ts'
import { LimitFields } from '../composer/limit-fields.tsx'
import { PaceFields } from '../composer/pace-fields.tsx'

/** What can still be changed of a broadcast that has started. */
export function PaceDialog({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const [edits, setEdits] = useState<Edits>({})
  const update = useChange('updateBroadcast', {
    done: 'Saved.',
    renews: ['getBroadcast', 'listBroadcasts'],
    isQuiet: true,
    onDone: onClose,
  })
  const draft = draftOf(edits, broadcast)
  const changes = unsaved(edits, broadcast)
  const change = (changes: Edits) => setEdits(before => ({ ...before, ...changes }))
  return (
    <FormDialog
      title="Pace and limits"
      confirm="Save"
      change={update}
      fields={['pace', 'max_bounce_percent', 'max_complaint_percent']}
      isWide
      onSubmit={() => update.mutate({ params: { id: broadcast.id }, body: changes })}
      onClose={onClose}
      isDisabled={Object.keys(changes).length === 0}
    >
      {/* At the recipients' local time there is no pace: it would make messages late. */}
      {!broadcast.local_time && (
        <PaceFields pace={draft.pace} onChange={pace => change({ pace })} fault={faultOf(update.error, 'pace')} />
      )}
      <LimitFields draft={draft} change={change} error={update.error} />
      {broadcast.state === 'paused' && (
        <p className="text-sm text-soft">The broadcast stays paused until you resume it.</p>
      )}
    </FormDialog>
  )
}
