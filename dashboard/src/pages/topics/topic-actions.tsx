import type { Topic } from '@posthorn/contract/audience/topics'
import { useMutation } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { renew, useChange } from '#api/queries.ts'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#menu/menu.tsx'
import { toastError } from '#toast/toasts.ts'
import { moved } from './order.ts'
import { TopicDialog } from './topic-dialog.tsx'

/** The menu of actions at the end of a topic's row. */
export function TopicActions({ topic, topics }: { topic: Topic; topics: Topic[] }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  const at = topics.indexOf(topic)
  const move = useMutation({
    mutationFn: (to: number) =>
      Promise.all(
        moved(topics, at, to).map(({ id, display_order }) =>
          call('updateTopic', { params: { id }, body: { display_order } }),
        ),
      ),
    onError: toastError,
    onSettled: () => renew('listTopics'),
  })
  return (
    <div className="relative inline-flex text-left">
      <Menu
        label={`Actions for ${topic.name}`}
        align="right"
        button={<Ellipsis aria-hidden className="size-4" />}
        className="grid size-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <MenuItem icon={<Pencil aria-hidden className="size-4" />} onChoose={() => setOpen('edit')}>
          Edit
        </MenuItem>
        {at > 0 && (
          <MenuItem icon={<ArrowUp aria-hidden className="size-4" />} onChoose={() => move.mutate(at - 1)}>
            Move up
          </MenuItem>
        )}
        {at < topics.length - 1 && (
          <MenuItem icon={<ArrowDown aria-hidden className="size-4" />} onChoose={() => move.mutate(at + 1)}>
            Move down
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem isDangerous icon={<Trash2 aria-hidden className="size-4" />} onChoose={() => setOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {open === 'edit' && <TopicDialog topic={topic} onClose={close} />}
      {open === 'delete' && <DeleteTopicDialog topic={topic} onClose={close} />}
    </div>
  )
}

function DeleteTopicDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const remove = useChange('deleteTopic', { done: 'Topic deleted.', renews: ['listTopics'], onDone: onClose })
  return (
    <ConfirmDialog
      title={`Delete “${topic.name}”?`}
      confirm="Delete topic"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: topic.id } })}
      onClose={onClose}
    >
      Contacts are kept, but their subscriptions to this topic are deleted. This cannot be undone.
    </ConfirmDialog>
  )
}
