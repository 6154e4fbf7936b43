import type { LedgerEntry } from '@posthorn/contract/console/usage'
import { Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { usePages } from '#api/queries.ts'
import { environment } from '#api/scope.ts'
import { useOrganization } from '#api/session.ts'
import { CodeBlock } from '#code/code-block.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { count } from '#style/figures.ts'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'

const kinds: Record<LedgerEntry['kind'], string> = {
  email: 'Email',
  sms: 'SMS',
  refund: 'Refund',
  grant: 'Plan credits',
  expiry: 'Expired credits',
  added: 'Credits added',
}

const columns: readonly Column<LedgerEntry>[] = [
  { head: 'Type', cell: entry => <What {...entry} /> },
  {
    head: 'Note',
    cell: ({ note }) => <span className="block truncate text-soft">{note ?? ''}</span>,
    isWide: true,
  },
  { head: 'Time', cell: ({ created_at }) => <Time at={created_at} />, isNumber: true, className: 'text-soft' },
  { head: 'Credits', cell: entry => <Change {...entry} />, isNumber: true, className: 'font-medium' },
]

/** Credits added and spent, newest first. */
export function Ledger() {
  const pages = usePages('listLedger', {})
  return (
    <PagedTable
      label="Ledger"
      pages={pages}
      columns={columns}
      idOf={({ subject_id, kind }) => `${subject_id} ${kind}`}
      empty={<NoEntries />}
    />
  )
}

/** Links to the message. Not in test, because ledger entries are about live messages. */
function What({ kind, subject_id }: LedgerEntry) {
  const look = 'font-medium text-accent hover:underline'
  if (environment === 'live' && kind === 'email')
    return (
      <Link to="/emails/$id" params={{ id: subject_id }} className={look}>
        {kinds[kind]}
      </Link>
    )
  if (environment === 'live' && kind === 'sms')
    return (
      <Link to="/sms/$id" params={{ id: subject_id }} className={look}>
        {kinds[kind]}
      </Link>
    )
  return <span className="font-medium">{kinds[kind]}</span>
}

const Change = ({ credits }: LedgerEntry) => (
  <span className={credits > 0 ? 'text-good' : undefined}>
    {credits > 0 ? '+' : credits < 0 ? '−' : ''}
    {count(Math.abs(credits))}
  </span>
)

function NoEntries() {
  const { id } = useOrganization()
  return (
    <EmptyState
      icon={ReceiptText}
      title="No entries yet"
      code={
        <CodeBlock
          title="Add credits on the server"
          code={`npm run -s posthorn -- credits add --organization ${id} --credits 10000`}
        />
      }
    >
      Every credit added or spent appears here, with the message it was for.
    </EmptyState>
  )
}
