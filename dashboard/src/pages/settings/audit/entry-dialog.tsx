import type { AuditEntry } from '@posthorn/contract/audit-log'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { Facts } from '#layout/facts.tsx'
import { withoutDirections } from '#style/directions.ts'
import { Time } from '#time/time.tsx'
import { inWords, originOf, valueInWords } from './words.ts'

type Change = AuditEntry['changes'][number]

export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { actor, source, object, changes, environment, summary, action, created_at } = entry
  return (
    <Dialog title="Audit log entry" isWide onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p className="mb-4 font-medium [overflow-wrap:anywhere]">{withoutDirections(summary)}</p>
      <Facts
        facts={[
          { name: 'Time', value: <Time at={created_at} isExact /> },
          {
            name: 'Actor',
            value: [actor.name, actor.email ?? actor.hint].filter(Boolean).join(', ') || 'The operator',
          },
          { name: 'Source', value: originOf({ source }) },
          { name: 'User agent', value: source.user_agent },
          { name: 'Environment', value: environment ?? 'Whole organization' },
          { name: 'Action', value: <code>{action}</code> },
          { name: 'Object', value: object.id && <code>{object.id}</code> },
          { name: 'Request ID', value: source.request_id && <code>{source.request_id}</code> },
        ]}
      />
      {changes.length > 0 && <Changes changes={changes} />}
    </Dialog>
  )
}

const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <table className="mt-5 w-full table-fixed text-left text-sm">
    <thead className="text-faint">
      <tr className="border-b border-line">
        <th scope="col" className="py-1.5 pr-3 font-medium">
          Field
        </th>
        <th scope="col" className="py-1.5 pr-3 font-medium">
          Before
        </th>
        <th scope="col" className="py-1.5 font-medium">
          After
        </th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line align-top [overflow-wrap:anywhere]">
      {changes.map(change => (
        <tr key={change.field}>
          <th scope="row" className="py-1.5 pr-3 font-normal">
            {inWords(change.field)}
          </th>
          {isShown(change) ? (
            <>
              <td className="py-1.5 pr-3 text-soft">{valueInWords(change.from)}</td>
              <td className="py-1.5">{valueInWords(change.to)}</td>
            </>
          ) : (
            <td colSpan={2} className="py-1.5 text-soft">
              Changed, not shown
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The log leaves out long and secret values. */
const isShown = (change: Change): boolean => 'from' in change || 'to' in change
