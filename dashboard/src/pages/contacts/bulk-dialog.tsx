import type { Contact } from '@posthorn/contract/audience/contacts'
import { useEffect, useRef, useState } from 'react'
import { call, callWith } from '#api/call.ts'
import { sentenceOf } from '#api/failure.ts'
import { renew } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { SelectField } from '#form/inputs.tsx'
import { count } from '#style/figures.ts'
import { useSegments } from '../segments/all-segments.ts'
import { useTopics } from '../topics/all-topics.ts'
import { forAllPages, inBatches } from './all-pages.ts'

type Props = {
  /** The filters of the list. */
  query: object
  total: { count: number; is_exact: boolean }
  onClose: () => void
}

const actions = [
  { value: 'list', label: 'Add to a list' },
  { value: 'topic', label: 'Subscribe to a topic' },
  { value: 'leave', label: 'Unsubscribe from a topic' },
  { value: 'delete', label: 'Delete' },
] as const
type Action = (typeof actions)[number]['value']

/** An action for all contacts that match the filters, with its progress. */
export function BulkDialog({ query, total, onClose }: Props) {
  const [action, setAction] = useState<Action>('list')
  const [target, setTarget] = useState('')
  const run = useBulk(query)
  const lists = (useSegments().data ?? []).filter(({ type }) => type === 'static')
  const topics = useTopics().data ?? []
  const choices = action === 'list' ? lists : topics
  const needsTarget = action !== 'delete'
  const many = `${count(total.count)}${total.is_exact ? '' : ' or more'} ${total.count === 1 ? 'contact' : 'contacts'}`
  return (
    <Dialog
      title={`Bulk action for ${many}`}
      onClose={onClose}
      footer={
        run.state === 'running' ? (
          <Button onClick={run.stop}>Stop</Button>
        ) : run.state === 'over' ? (
          <Button tone="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <Button
            tone={action === 'delete' ? 'danger' : 'primary'}
            disabled={needsTarget && target === ''}
            onClick={() => run.start(actOf(action, target))}
          >
            {action === 'delete' ? `Delete ${many}` : 'Start'}
          </Button>
        )
      }
    >
      {run.state === 'waiting' ? (
        <div className="space-y-4">
          <SelectField
            label="Action"
            options={actions}
            value={action}
            onChange={event => {
              setAction(event.target.value as Action) // as: the options are these
              setTarget('')
            }}
          />
          {needsTarget && (
            <SelectField
              label={action === 'list' ? 'List' : 'Topic'}
              options={[
                { value: '', label: 'Choose…' },
                ...choices.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={target}
              onChange={event => setTarget(event.target.value)}
              hint={choices.length === 0 ? `No ${action === 'list' ? 'lists' : 'topics'} yet.` : undefined}
            />
          )}
          {action === 'delete' && (
            <p className="text-soft">The contacts and their consent are deleted. This cannot be undone.</p>
          )}
        </div>
      ) : (
        <Progress {...run} total={total.count} />
      )}
    </Dialog>
  )
}

function actOf(action: Action, target: string): (contacts: readonly Contact[]) => Promise<unknown> {
  if (action === 'list')
    return async contacts =>
      contacts.length > 0 &&
      call('addSegmentContacts', { params: { id: target }, body: { contact_ids: contacts.map(({ id }) => id) } })
  if (action === 'delete') return contacts => inBatches(contacts, ({ id }) => call('deleteContact', { params: { id } }))
  const operation = action === 'topic' ? 'subscribeContactToTopic' : 'unsubscribeContactFromTopic'
  return contacts => inBatches(contacts, ({ id }) => call(operation, { params: { contactId: id, topicId: target } }))
}

function useBulk(query: object) {
  const [state, setState] = useState<'waiting' | 'running' | 'over'>('waiting')
  const [done, setDone] = useState(0)
  const [error, setError] = useState<Error>()
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const start = async (act: (contacts: readonly Contact[]) => Promise<unknown>) => {
    control.current = new AbortController()
    const { signal } = control.current
    setState('running')
    const read = (cursor: string | undefined) =>
      callWith({ signal }, 'listContacts', { query: { ...query, limit: 100, ...(cursor && { cursor }) } })
    await forAllPages({ read, act, onProgress: setDone, signal }).catch(cause => signal.aborted || setError(cause))
    setState('over')
    renew('listContacts', 'countContacts', 'listSegmentContacts', 'previewSegment')
  }
  return { state, done, error, start, stop: () => control.current?.abort() }
}

function Progress({
  done,
  total,
  state,
  error,
}: {
  done: number
  total: number
  state: string
  error?: Error | undefined
}) {
  const part = total > 0 ? Math.min(1, done / total) : 1
  return (
    <div className="space-y-3">
      <div
        role="progressbar"
        aria-label="Done"
        aria-valuemin={0}
        aria-valuemax={Math.max(total, done)}
        aria-valuenow={done}
        className="h-2 overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${part * 100}%` }} />
      </div>
      <p role="status" className="text-soft">
        {state === 'running' ? `${count(done)} done…` : `${count(done)} done.`}
      </p>
      {error && (
        <p role="alert" className="text-sm text-bad">
          {sentenceOf(error)}
        </p>
      )}
    </div>
  )
}
