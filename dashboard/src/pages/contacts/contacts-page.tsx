import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Topic } from '@posthorn/contract/audience/topics'
import type { Segment } from '@posthorn/contract/segments/segments'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Columns3, Download, ListChecks, ListPlus, SearchX, Upload, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { hrefOf } from '#api/call.ts'
import { queryOf, renew, useCall, usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useMay } from '#api/session.ts'
import { Button, DownloadButton } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { LiveSign } from '#layout/live-sign.tsx'
import { Page } from '#layout/page.tsx'
import { Menu, MenuItem } from '#menu/menu.tsx'
import { brokenId, type Field, type Values } from '#search/parse-search.ts'
import { SearchBar } from '#search/search-bar.tsx'
import { SearchProblem } from '#search/search-problem.tsx'
import { useSearch } from '#search/use-search.ts'
import { count } from '#style/figures.ts'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { useSegments } from '../segments/all-segments.ts'
import { useTopics } from '../topics/all-topics.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { Consent } from './consent.tsx'
import { fullName } from './contact-name.ts'
import { CreateContactDialog } from './create-contact-dialog.tsx'
import { FieldsDialog } from './fields-dialog.tsx'
import { ImportContactsDialog } from './import-contacts-dialog.tsx'
import { useOwnColumns } from './own-columns.ts'

const columns: readonly Column<Contact>[] = [
  { head: 'Contact', cell: contact => <Who {...contact} /> },
  {
    head: 'Phone number',
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

const consents = [
  { value: 'yes', label: 'Subscribed' },
  { value: 'no', label: 'Unsubscribed' },
]
type Name = 'email' | 'sms' | 'topic' | 'segment' | 'fields'
const fieldsWith = (topics: readonly Topic[], segments: readonly Segment[]): readonly Field<Name>[] => [
  { name: 'email', label: 'Email', options: consents },
  { name: 'sms', label: 'SMS', options: consents },
  { name: 'topic', label: 'Topic', options: topics.map(({ id, name }) => ({ value: id, label: name })) },
  { name: 'segment', label: 'Segment', options: segments.map(({ id, name }) => ({ value: id, label: name })) },
  { name: 'fields', label: 'Fields', wrong: faultOfComparison },
]

export function ContactsPage() {
  const topics = useTopics()
  const segments = useSegments()
  const search = useSearch(fieldsWith(topics.data ?? [], segments.data ?? []))
  const own = useCall('listContactFields').data?.data ?? []
  const [chosen, toggle] = useOwnColumns()
  // Topic and segment filters are only valid once the topics and segments are loaded.
  const isWaiting =
    (search.values.topic !== undefined && topics.isPending) ||
    (search.values.segment !== undefined && segments.isPending)
  const problem = isWaiting ? undefined : (search.problem ?? brokenId(search.text))
  const query = filtersOf(search.values, search.text)
  const isOff = problem !== undefined || isWaiting
  const pages = usePages('listContacts', { query }, { isOff })
  const total = useQuery({ ...queryOf('countContacts', { query }), enabled: !isOff, placeholderData: keepPreviousData })
  useRenewal(['contact'], ['listContacts', 'countContacts'], 5_000)
  const shown = chosen.filter(key => own.some(field => field.key === key))

  return (
    <Page
      title="Contacts"
      aside={
        <>
          {total.data && <Total {...total.data} />}
          <LiveSign />
        </>
      }
      actions={<Actions query={query} total={total.data} />}
    >
      <SearchBar
        search={search}
        input={{
          label: 'Search contacts',
          placeholder: 'Email, phone number, name, ID, or fields:plan:eq:pro',
        }}
      />
      {own.length > 0 && <ColumnMenu fields={own} shown={shown} onToggle={toggle} />}
      {problem ? (
        <SearchProblem problem={problem} onClear={search.clear} />
      ) : (
        <PagedTable
          label="Contacts"
          pages={pages}
          columns={[...columns.slice(0, 2), ...shown.map(ownColumn), ...columns.slice(2)]}
          idOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/contacts/$id', params: { id } })}
          empty={search.isFiltered ? <NothingFound onClear={search.clear} /> : <NoContacts />}
        />
      )}
    </Page>
  )
}

const flags: Record<string, boolean> = { yes: true, no: false }

const filtersOf = ({ email, sms, topic, segment, fields }: Values<Name>, text: string) => ({
  ...(text && { search: text }),
  ...(email && { email_subscribed: flags[email] }),
  ...(sms && { sms_subscribed: flags[sms] }),
  ...(topic && { topic_id: topic }),
  ...(segment && { segment_id: segment }),
  ...(fields && { properties: fields }),
})

const faultOfComparison = (value: string): string | undefined =>
  /^[a-z][a-z0-9_]*:[a-z_]+/.test(value) ? undefined : 'Enter a comparison such as fields:plan:eq:pro.'

const ownColumn = (key: string): Column<Contact> => ({
  head: key,
  cell: ({ properties = {} }) => (
    <span className="block truncate text-soft">{Object.hasOwn(properties, key) ? String(properties[key]) : '–'}</span>
  ),
  isWide: true,
})

const Total = ({ count: found, is_exact }: { count: number; is_exact: boolean }) => (
  <span className="text-soft tabular-nums">
    {is_exact ? count(found) : `more than ${count(found)}`}
    <span className="sr-only"> contacts</span>
  </span>
)

type ColumnMenuProps = {
  fields: readonly { key: string }[]
  shown: readonly string[]
  onToggle: (key: string) => void
}

const ColumnMenu = ({ fields, shown, onToggle }: ColumnMenuProps) => (
  <div className="mb-2 hidden justify-end md:flex">
    <Menu
      label="Columns"
      align="right"
      button={
        <span className="flex items-center gap-1.5">
          <Columns3 aria-hidden className="size-4" /> Columns
        </span>
      }
      className="rounded-md px-2 py-1 text-sm text-soft hover:bg-hover hover:text-ink"
    >
      {fields.map(({ key }) => (
        <MenuItem key={key} isChosen={shown.includes(key)} onChoose={() => onToggle(key)}>
          {key}
        </MenuItem>
      ))}
    </Menu>
  </div>
)

type ActionsProps = { query: ReturnType<typeof filtersOf>; total: { count: number; is_exact: boolean } | undefined }

function Actions({ query, total }: ActionsProps) {
  const mayWrite = useMay('contacts:write')
  const [open, setOpen] = useState<'create' | 'import' | 'fields' | 'bulk'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <DownloadButton icon={Download} href={hrefOf('exportContacts', { query })} download="contacts.csv">
        Export
      </DownloadButton>
      <Button icon={ListPlus} onClick={() => setOpen('fields')}>
        Fields
      </Button>
      {mayWrite && (
        <>
          <Button icon={ListChecks} disabled={!total || total.count === 0} onClick={() => setOpen('bulk')}>
            Bulk actions
          </Button>
          <Button icon={Upload} onClick={() => setOpen('import')}>
            Import
          </Button>
          <Button tone="primary" icon={UserPlus} onClick={() => setOpen('create')}>
            New contact
          </Button>
        </>
      )}
      {open === 'fields' && <FieldsDialog onClose={close} />}
      {open === 'bulk' && total && <BulkDialog query={query} total={total} onClose={close} />}
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

/** The name, if there is one, above the email address or phone number. */
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
  <EmptyState icon={SearchX} title="No matching contacts" action={<Button onClick={onClear}>Clear filters</Button>}>
    No contact in this environment matches the search.
  </EmptyState>
)

const NoContacts = () => (
  <EmptyState
    icon={Users}
    title="No contacts yet"
    code={<Curl path="/v1/contacts" body={{ email: 'ada@example.com', first_name: 'Ada' }} />}
  >
    Contacts are the people you message, with what they agreed to receive. Create one, import a CSV file, or use the
    API.
  </EmptyState>
)
