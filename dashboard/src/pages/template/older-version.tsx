import type { TemplateVersion } from '@posthorn/contract/console/template-versions'
import type { Template } from '@posthorn/contract/messages/templates'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { queryOf, showReply, useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Time } from '#time/time.tsx'
import { kindOf, shownIn } from './draft.ts'
import type { EditorContent } from './template-editor.tsx'
import type { Draft } from './use-draft.ts'

/** Fetched once: a published version never changes. */
export const useVersion = (id: string, version: number | undefined) =>
  useQuery({
    ...queryOf('getTemplateVersion', { params: { id, version: String(version) } }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A read-only version. */
export const contentOf = (version: TemplateVersion): EditorContent => ({
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

/** Shown for an older version: go back to the latest, or restore this one. */
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
          Back to latest
        </Button>
        {mayWrite && (
          <Button
            isSmall
            tone="primary"
            icon={RotateCcw}
            isBusy={isBusy}
            onClick={isReplacing ? () => setAsking(true) : bringBack}
          >
            Restore
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Restore version ${version}?`}
          confirm="Replace draft"
          isDangerous
          isBusy={isBusy}
          onConfirm={bringBack}
          onClose={() => setAsking(false)}
        >
          Its content replaces the current draft, which is lost. The published version does not change until you publish
          again.
        </ConfirmDialog>
      )}
    </div>
  )
}

function useBringBack(template: Template, draft: Draft, version: number, onDone: () => void) {
  const restore = useChange('restoreTemplateVersion', {
    done: ({ status }) =>
      status === 'draft'
        ? `Version ${version} is now the draft. Publish it to use it.`
        : 'The latest version already has this content.',
    renews: ['listTemplates'],
    onDone: async reply => {
      draft.drop()
      await showReply(reply, 'getTemplate', { params: { id: template.id } })
      onDone()
    },
  })
  const bringBack = async () => {
    // A pending save must not arrive after the restore. Edits that the server refuses are dropped.
    await draft.flush()
    restore.mutate({ params: { id: template.id, version: String(version) } })
  }
  return { bringBack, isBusy: restore.isPending }
}
