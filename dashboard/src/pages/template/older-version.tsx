import type { TemplateVersion } from '@posthorn/contract/console/template-versions'
import type { Template } from '@posthorn/contract/messages/templates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { queryOf, useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Time } from '#time/time.tsx'
import { kindOf, shownIn } from './draft.ts'
import type { Draft } from './use-draft.ts'
import type { Written } from './writing.tsx'

/** Asked for once: what was published does not change. */
export const useVersion = (id: string, version: number | undefined) =>
  useQuery({
    ...queryOf('getTemplateVersion', { params: { id, version: String(version) } }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A version to look at: nothing in it is changed. */
export const asWritten = (version: TemplateVersion): Written => ({
  shown: name => shownIn({}, version, name),
  kind: kindOf({}, version),
  change: () => {},
  flush: async () => true,
  error: null,
})

type Props = {
  template: Template
  draft: Draft
  version: number
  publishedAt: string | null | undefined
  mayWrite: boolean
  onNewest: () => void
}

/** Says that an older version is looked at, and leads back: with it, or without it. */
export function VersionBar({ template, draft, version, publishedAt, mayWrite, onNewest }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { bringBack, isBusy } = useBringBack(template, draft, version, onNewest)
  const isReplacing = template.status === 'draft' || !draft.isSaved
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-warn/8 px-4 py-2 md:px-6"
    >
      <p>
        <span className="font-medium">
          Version {version} of {template.version}
        </span>
        <span className="text-soft">
          {publishedAt && (
            <>
              , published <Time at={publishedAt} />
            </>
          )}
        </span>
      </p>
      <div className="flex gap-2">
        <Button isSmall onClick={onNewest}>
          Back to the newest
        </Button>
        {mayWrite && (
          <Button
            isSmall
            tone="primary"
            icon={RotateCcw}
            isBusy={isBusy}
            onClick={isReplacing ? () => setAsking(true) : bringBack}
          >
            Bring back
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Bring back version ${version}?`}
          confirm="Replace the draft"
          isDangerous
          isBusy={isBusy}
          onConfirm={bringBack}
          onClose={() => setAsking(false)}
        >
          Its content takes the place of the draft, and what the draft says now is gone. What is published stays as it
          is until you publish again.
        </ConfirmDialog>
      )}
    </div>
  )
}

function useBringBack(template: Template, draft: Draft, version: number, onDone: () => void) {
  const client = useQueryClient()
  const restore = useChange('restoreTemplateVersion', {
    done: ({ status }) =>
      status === 'draft'
        ? `Version ${version} is the draft now. Publish it to send it.`
        : 'The newest version says the same already.',
    renews: ['listTemplates'],
    onDone: reply => {
      draft.drop()
      client.setQueryData(queryOf('getTemplate', { params: { id: template.id } }).queryKey, reply)
      onDone()
    },
  })
  const bringBack = async () => {
    // Nothing that is still on its way may come after it. What the server refuses is dropped in the end.
    await draft.flush()
    restore.mutate({ params: { id: template.id, version: String(version) } })
  }
  return { bringBack, isBusy: restore.isPending }
}
