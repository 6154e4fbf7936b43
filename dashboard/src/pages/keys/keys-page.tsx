import type { Key } from '@posthorn/contract/console/organizations'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '#api/queries.ts'
import { environment } from '#api/scope.ts'
import { useMay, useSession } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { FilterBar, Page } from '#layout/page.tsx'
import { exampleEmail } from '#messages/examples.ts'
import { type Column, Table } from '#table/table.tsx'
import { Segments } from '#tabs/segments.tsx'
import { Time } from '#time/time.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { summaryOf } from './permission-words.ts'
import { RevokeButton } from './revoke-button.tsx'
import { whatKeysDo } from './what-keys-do.ts'

const columns: readonly Column<Key>[] = [
  { head: 'Name', cell: key => <KeyName {...key} /> },
  {
    head: 'Permissions',
    cell: key => (
      <span title={key.permissions.join(', ')} className="block truncate text-soft">
        {summaryOf(key.permissions)}
      </span>
    ),
    isWide: true,
  },
  {
    head: 'Last used',
    cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : <span className="text-faint">Never</span>),
    isNumber: true,
  },
  { head: 'Created', cell: it => <Time at={it.created_at} />, isNumber: true, isWide: true, className: 'text-soft' },
]
const revocation: Column<Key> = {
  head: '',
  cell: key => <RevokeButton apiKey={key} />,
  isNumber: true,
  className: 'w-px',
}
const revoked: Column<Key> = {
  head: 'Revoked',
  cell: ({ revoked_at }) => revoked_at && <Time at={revoked_at} />,
  isNumber: true,
  className: 'text-soft',
}

const views = [
  { value: 'active', label: 'Active' },
  { value: 'revoked', label: 'Revoked' },
] as const

export function KeysPage() {
  const keys = useCall('listKeys')
  const [filters, setFilters] = useFilters(['view'])
  const [isOpen, setOpen] = useState(false)
  const view = filters.view === 'revoked' ? 'revoked' : 'active'
  const mayManage = useMay('keys:manage')
  const { instance } = useSession()
  const add = (
    <Button tone="primary" icon={Plus} onClick={() => setOpen(true)}>
      New key
    </Button>
  )
  return (
    <Page title="API keys" actions={mayManage && add}>
      {mayManage && (
        <FilterBar>
          <Segments label="Key status" options={views} value={view} onChange={view => setFilters({ view })} />
          <p className="text-soft">{whatKeysDo(environment, instance)}</p>
        </FilterBar>
      )}
      <Loaded
        query={keys}
        skeleton={
          <div className="card">
            <SkeletonRows rows={4} />
          </div>
        }
      >
        {({ data }) => {
          const rows = data.filter(({ revoked_at }) => (revoked_at !== null) === (view === 'revoked'))
          if (rows.length === 0) return view === 'revoked' ? <NoneRevoked /> : <NoKeys />
          return (
            <Table
              label={view === 'revoked' ? 'Revoked keys' : 'Active keys'}
              rows={rows}
              columns={[...columns, view === 'revoked' ? revoked : revocation]}
              idOf={({ id }) => id}
            />
          )
        }}
      </Loaded>
      {isOpen && <CreateKeyDialog onClose={() => setOpen(false)} />}
    </Page>
  )
}

const KeyName = ({ name, hint }: Key) => (
  <>
    <span className="block truncate font-medium">{name}</span>
    <code className="block truncate font-mono text-xs text-faint">{hint}</code>
  </>
)

const NoneRevoked = () => (
  <EmptyState icon={KeyRound} title="No revoked keys">
    Revoked keys stay here, so that you can see when they were last used.
  </EmptyState>
)

const NoKeys = () => (
  <EmptyState icon={KeyRound} title="No keys yet" code={<Curl path="/v1/emails" body={exampleEmail} />}>
    An API key identifies your app. Create one and use it in your first request.
  </EmptyState>
)
