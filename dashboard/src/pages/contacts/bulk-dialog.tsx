import { useEffect, useRef, useState } from 'react'
import { call, callWith } from '#api/call.ts'
import { Failure, sentenceOf } from '#api/failure.ts'
import { renew } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { SelectField } from '#form/inputs.tsx'
import { count } from '#style/figures.ts'
import { useSegments } from '../segments/all-segments.ts'
import { useTopics } from '../topics/all-topics.ts'
import { type Act, forAllPages } from './all-pages.ts'

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
export function BulkDialog({ query, total: latest, onClose }: Props) {
  const [action, setAction] = useState<Action>('list')
  const [target, setTarget] = useState('')
  // Once it runs, the total stays: what is deleted or leaves the filter is no longer counted in the list.
  const [begun, setBegun] = useState<Props['total']>()
  const total = begun ?? latest
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
            onClick={() => {
              setBegun(total)
              run.start(actOf(action, target))
            }}
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

const pageSize = 100
const atOnce = 6 // the server refuses a hundred concurrent requests from one person

function actOf(action: Action, target: string): Act {
  if (action === 'list') {
    const params = { id: target }
    const add = (contact_ids: string[]) => call('addSegmentContacts', { params, body: { contact_ids } })
    return { size: pageSize, act: contacts => add(contacts.map(({ id }) => id)) }
  }
  const one = (id: string): Promise<unknown> => {
    if (action === 'delete') return call('deleteContact', { params: { id } }).catch(passIfGone)
    const operation = action === 'topic' ? 'subscribeContactToTopic' : 'unsubscribeContactFromTopic'
    return call(operation, { params: { contactId: id, topicId: target } })
  }
  return { size: atOnce, act: contacts => Promise.all(contacts.map(({ id }) => one(id))) }
}

/** Somebody else has deleted it meanwhile. */
function passIfGone(error: unknown): void {
  if (!(error instanceof Failure && error.status === 404)) throw error
}

function useBulk(query: object) {
  const [state, setState] = useState<'waiting' | 'running' | 'over'>('waiting')
  const [done, setDone] = useState(0)
  const [error, setError] = useState<Error>()
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const start = async (act: Act) => {
    control.current = new AbortController()
    const { signal } = control.current
    setState('running')
    const read = (cursor: string | undefined) =>
      callWith({ signal }, 'listContacts', { query: { ...query, limit: pageSize, ...(cursor && { cursor }) } })
    await forAllPages({ read, ...act, onProgress: setDone, signal }).catch(cause => signal.aborted || setError(cause))
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
