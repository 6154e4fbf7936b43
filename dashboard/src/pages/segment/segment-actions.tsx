import type { Segment } from '@posthorn/contract/segments/segments'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#menu/menu.tsx'
import { SegmentDialog } from '../segments/segment-dialog.tsx'

type Props = { segment: Segment; onRename?: (segment: Segment) => void }

export function SegmentActions({ segment, onRename }: Props) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  const remove = useChange('deleteSegment', {
    ...{ done: 'Segment deleted.', renews: ['listSegments' as const] },
    // Unsaved changes on the page are no longer needed.
    onDone: () => navigate({ to: '/segments', ignoreBlocker: true }),
  })
  return (
    <>
      <Menu
        label={`Actions for ${segment.name}`}
        align="right"
        button={<Ellipsis aria-hidden className="size-4" />}
        className="grid size-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <MenuItem icon={<Pencil aria-hidden className="size-4" />} onChoose={() => setOpen('rename')}>
          Name and description
        </MenuItem>
        <MenuLine />
        <MenuItem isDangerous icon={<Trash2 aria-hidden className="size-4" />} onChoose={() => setOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {open === 'rename' && (
        <SegmentDialog
          segment={segment}
          onDone={renamed => {
            close()
            onRename?.(renamed)
          }}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete “${segment.name}”?`}
          confirm="Delete segment"
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: segment.id } })}
          onClose={close}
        >
          Its contacts are kept. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}
