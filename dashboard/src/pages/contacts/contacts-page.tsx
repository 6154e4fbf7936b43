import type { Contact } from '@posthorn/contract/contacts'
import { Download, SearchX, Upload, UserPlus, Users } from 'lucide-react'
import { useCallback, useState } from 'react'
import { hrefOf } from '#api/call.ts'
import { renew, usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useMay } from '#api/session.ts'
import { Button, DownloadButton } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { useFilters } from '#form/filters.ts'
import { Select } from '#form/inputs.tsx'
import { SearchInput } from '#form/search-input.tsx'
import { LiveSign } from '#layout/live-sign.tsx'
import { FilterBar, Page } from '#layout/page.tsx'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { useTopics } from '../topics/all-topics.ts'
import { Consent } from './consent.tsx'
import { fullName } from './contact-name.ts'
import { CreateContactDialog } from './create-contact-dialog.tsx'
import { ImportContactsDialog } from './import-contacts-dialog.tsx'

const columns: readonly Column<Contact>[] = [
  { head: 'Contact', cell: contact => <Who {...contact} /> },
  {
    head: 'Number',
    cell: ({ phone_number }) => <span className="whitespace-nowrap text-soft tabular-nums">{phone_number ?? '–'}</span>,
    isWide: true,
  },
  { head: 'Email', width: 'md:w-36', cell: it => <Consent address={it.email} isSubscribed={it.email_subscribed} /> },
  {
    head: 'SMS',
    width: 'md:w-36',
    cell: it => <Consent address={it.phone_number} isSubscribed={it.sms_subscribed} />,
    isWide: true,
  },
  {
    head: 'Created',
    width: 'md:w-32',
    cell: ({ created_at }) => <Time at={created_at} />,
    isNumber: true,
    isWide: true,
    className: 'text-soft',
  },
]

const consents = (kind: string) => [
  { value: '', label: `${kind}: any` },
  { value: 'yes', label: `${kind}: subscribed` },
  { value: 'no', label: `${kind}: unsubscribed` },
]
const emailConsents = consents('Email')
const smsConsents = consents('SMS')

const names = ['q', 'email', 'sms', 'topic'] as const

export function ContactsPage() {
  const [filters, setFilters] = useFilters(names)
  const pages = usePages('listContacts', { query: queryOf(filters) })
  useRenewal(['contact'], ['listContacts'], 5_000)
  const topics = useTopics().data ?? []
  const search = useCallback((q: string) => setFilters({ q }), [setFilters])
  const isFiltered = Object.keys(filters).length > 0

  return (
    <Page title="Contacts" aside={<LiveSign />} actions={<Actions />}>
      <FilterBar>
        <SearchInput
          label="Search contacts"
          placeholder="Part of an address, number or name"
          value={filters.q ?? ''}
          onSearch={search}
        />
        <Select
          aria-label="Email consent"
          className="grow basis-36 md:grow-0 md:basis-44"
          options={emailConsents}
          value={filters.email ?? ''}
          onChange={event => setFilters({ email: event.target.value })}
        />
        <Select
          aria-label="SMS consent"
          className="grow basis-36 md:grow-0 md:basis-44"
          options={smsConsents}
          value={filters.sms ?? ''}
          onChange={event => setFilters({ sms: event.target.value })}
        />
        {topics.length > 0 && (
          <Select
            aria-label="Topic"
            className="grow basis-36 md:grow-0 md:basis-40"
            options={[{ value: '', label: 'Any topic' }, ...topics.map(({ id, name }) => ({ value: id, label: name }))]}
            value={filters.topic ?? ''}
            onChange={event => setFilters({ topic: event.target.value })}
          />
        )}
      </FilterBar>
      <PagedTable
        label="Contacts"
        pages={pages}
        columns={columns}
        idOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/contacts/$id', params: { id } })}
        empty={
          isFiltered ? (
            <NothingFound onClear={() => setFilters({ q: '', email: '', sms: '', topic: '' })} />
          ) : (
            <NoContacts />
          )
        }
      />
    </Page>
  )
}

const flags: Record<string, boolean> = { yes: true, no: false }

const queryOf = ({ q, email, sms, topic }: Partial<Record<(typeof names)[number], string>>) => ({
  ...(q && { search: q }),
  ...(email && { email_subscribed: flags[email] }),
  ...(sms && { sms_subscribed: flags[sms] }),
  ...(topic && { topic_id: topic }),
})

function Actions() {
  const mayWrite = useMay('contacts:write')
  const [open, setOpen] = useState<'create' | 'import'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <DownloadButton icon={Download} href={hrefOf('exportContacts')} download="contacts.csv">
        Export
      </DownloadButton>
      {mayWrite && (
        <>
          <Button icon={Upload} onClick={() => setOpen('import')}>
            Import
          </Button>
          <Button tone="primary" icon={UserPlus} onClick={() => setOpen('create')}>
            New contact
          </Button>
        </>
      )}
      {open === 'create' && <CreateContactDialog onClose={close} />}
      {open === 'import' && (
        <ImportContactsDialog
          onClose={() => {
            close()
            renew('listContacts')
          }}
        />
      )}
    </>
  )
}

/** Name first, where there is one; on a phone the number stands below as well. */
function Who(contact: Contact) {
  const name = fullName(contact)
  return (
    <>
      <span className="block truncate font-medium">{name || (contact.email ?? contact.phone_number)}</span>
      {name && <span className="block truncate text-sm text-soft">{contact.email ?? contact.phone_number}</span>}
    </>
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon={SearchX} title="No contact fits" action={<Button onClick={onClear}>Clear the filters</Button>}>
    Nobody in this environment matches the search.
  </EmptyState>
)

const NoContacts = () => (
  <EmptyState
    icon={Users}
    title="No contacts yet"
    code={<Curl path="/v1/contacts" body={{ email: 'ada@example.com', first_name: 'Ada' }} />}
  >
    People you write to, with what they agreed to receive. Create one, import a CSV file, or let your program do it.
  </EmptyState>
)
