import type { Suppression } from '@posthorn/contract/audience/suppressions'
import { Link } from '@tanstack/react-router'
import { Ban, Download, Plus, SearchX, Upload } from 'lucide-react'
import { useState } from 'react'
import { hrefOf } from '#api/call.ts'
import { renew, usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useMay } from '#api/session.ts'
import { Button, DownloadButton, LinkButton } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { LiveSign } from '#layout/live-sign.tsx'
import { Page } from '#layout/page.tsx'
import { type Field, isAddress } from '#search/parse-search.ts'
import { SearchBar } from '#search/search-bar.tsx'
import { SearchProblem } from '#search/search-problem.tsx'
import { useSearch } from '#search/use-search.ts'
import { Badge } from '#status/badge.tsx'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { ImportSuppressionsDialog } from './import-suppressions-dialog.tsx'
import { reasons } from './reasons.ts'
import { RemoveButton } from './remove-button.tsx'
import { SuppressDialog } from './suppress-dialog.tsx'

const columns: readonly Column<Suppression>[] = [
  {
    head: 'Address',
    cell: ({ email, reason, created_at }) => (
      <>
        {email ? (
          <span className="block truncate font-medium">{email}</span>
        ) : (
          <span className="block truncate text-soft">Erased address</span>
        )}
        <span className="flex items-center gap-2 text-sm text-soft md:hidden">
          <Reason reason={reason} /> <Time at={created_at} />
        </span>
      </>
    ),
  },
  { head: 'Reason', width: 'md:w-40', cell: ({ reason }) => <Reason reason={reason} />, isWide: true },
  {
    head: 'Cause',
    width: 'md:w-32',
    cell: ({ email_id }) =>
      email_id ? (
        <Link to="/emails/$id" params={{ id: email_id }} className="text-accent hover:underline">
          View email
        </Link>
      ) : (
        <span className="text-faint">–</span>
      ),
    isWide: true,
  },
  {
    head: 'Since',
    width: 'md:w-32',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]
const removal: Column<Suppression> = {
  head: '',
  cell: suppression => <RemoveButton suppression={suppression} />,
  isNumber: true,
  width: 'md:w-32',
  className: 'w-px',
}

const fields: readonly Field<'reason'>[] = [{ name: 'reason', label: 'Reason', options: reasons }]

/** A complete address also finds erased entries, which are stored as a hash. */
const wanted = (text: string) => (isAddress(text) ? { email: text } : { ...(text && { search: text }) })

export function SuppressionsPage() {
  const mayWrite = useMay('contacts:write')
  const search = useSearch(fields)
  const { text } = search
  const problem = search.problem ?? (text && text.length < 3 ? 'Type at least 3 characters.' : undefined)
  const { reason } = search.values
  const query = { ...wanted(text), ...(reason && { reason }) }
  const pages = usePages('listSuppressions', { query }, { isOff: problem !== undefined })
  useRenewal(['suppression'], ['listSuppressions'], 5_000)
  return (
    <Page title="Suppressions" aside={<LiveSign />} actions={<Actions mayWrite={mayWrite} />}>
      <SearchBar search={search} input={{ label: 'Search suppressions', placeholder: 'Address or part of it' }} />
      {problem ? (
        <SearchProblem problem={problem} onClear={search.clear} />
      ) : (
        <PagedTable
          label="Suppressions"
          pages={pages}
          columns={mayWrite ? [...columns, removal] : columns}
          idOf={({ id }) => id}
          empty={
            reason === 'unsubscribe' && !text ? (
              <NoUnsubscribed />
            ) : search.isFiltered ? (
              <NothingFound onClear={search.clear} />
            ) : (
              <NoSuppressions />
            )
          }
        />
      )}
    </Page>
  )
}

function Actions({ mayWrite }: { mayWrite: boolean }) {
  const [open, setOpen] = useState<'add' | 'import'>()
  return (
    <>
      <DownloadButton icon={Download} href={hrefOf('exportSuppressions')} download="suppressions.csv">
        Export
      </DownloadButton>
      {mayWrite && (
        <>
          <Button icon={Upload} onClick={() => setOpen('import')}>
            Import
          </Button>
          <Button tone="primary" icon={Plus} onClick={() => setOpen('add')}>
            Suppress
          </Button>
        </>
      )}
      {open === 'add' && <SuppressDialog onClose={() => setOpen(undefined)} />}
      {open === 'import' && (
        <ImportSuppressionsDialog
          onClose={() => {
            setOpen(undefined)
            renew('listSuppressions')
          }}
        />
      )}
    </>
  )
}

function Reason({ reason }: Pick<Suppression, 'reason'>) {
  const known = reasons.find(({ value }) => value === reason)
  return <Badge tone={known?.tone ?? 'plain'}>{known?.label ?? reason}</Badge>
}

/** Only manually added or imported addresses have this reason. */
const NoUnsubscribed = () => (
  <EmptyState
    icon={SearchX}
    title="No addresses added as unsubscribed"
    action={
      // as: filters are strings by name
      <LinkButton to="/contacts" search={{ email: 'no' } as never}>
        Unsubscribed contacts
      </LinkButton>
    }
  >
    People who unsubscribe through a link are not suppressed: they stay contacts, get no more broadcasts, and still get
    transactional email such as receipts.
  </EmptyState>
)

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="Not on the list" action={<Button onClick={onClear}>Clear filters</Button>}>
    No suppressed address matches, so this list does not block it.
  </EmptyState>
)

const NoSuppressions = () => (
  <EmptyState
    icon={Ban}
    title="No suppressed addresses"
    code={<Curl path="/v1/suppressions" body={{ email: 'gone@example.com' }} />}
  >
    No email is sent to suppressed addresses. They are added automatically when a mailbox does not exist or its owner
    makes a spam complaint. People who unsubscribe are{' '}
    <Link to="/contacts" search={{ email: 'no' }} className="text-accent hover:underline">
      unsubscribed contacts
    </Link>{' '}
    instead and still get transactional email.
  </EmptyState>
)
