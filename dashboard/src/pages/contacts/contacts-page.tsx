import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Topic } from '@posthorn/contract/audience/topics'
import { Download, ListPlus, SearchX, Upload, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { hrefOf } from '#api/call.ts'
import { renew, usePages } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useMay } from '#api/session.ts'
import { Button, DownloadButton } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { LiveSign } from '#layout/live-sign.tsx'
import { Page } from '#layout/page.tsx'
import { NotUnderstood } from '#search/not-understood.tsx'
import { SearchBar } from '#search/search-bar.tsx'
import { brokenId, type Field, type Values } from '#search/understand.ts'
import { useSearch } from '#search/use-search.ts'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { useTopics } from '../topics/all-topics.ts'
import { Consent } from './consent.tsx'
import { fullName } from './contact-name.ts'
import { CreateContactDialog } from './create-contact-dialog.tsx'
import { FieldsDialog } from './fields-dialog.tsx'
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

const consents = [
  { value: 'yes', label: 'subscribed' },
  { value: 'no', label: 'unsubscribed' },
]
type Name = 'email' | 'sms' | 'topic'
const fieldsWith = (topics: readonly Topic[]): readonly Field<Name>[] => [
  { name: 'email', label: 'Email', options: consents },
  { name: 'sms', label: 'SMS', options: consents },
  { name: 'topic', label: 'Topic', options: topics.map(({ id, name }) => ({ value: id, label: name })) },
]

export function ContactsPage() {
  const topics = useTopics()
  const search = useSearch(fieldsWith(topics.data ?? []))
  // Before the topics are there, none is known.
  const isWaiting = search.values.topic !== undefined && topics.isPending
  const problem = isWaiting ? undefined : (search.problem ?? brokenId(search.text))
  const pages = usePages(
    'listContacts',
    { query: queryOf(search.values, search.text) },
    { isOff: problem !== undefined },
  )
  useRenewal(['contact'], ['listContacts'], 5_000)

  return (
    <Page title="Contacts" aside={<LiveSign />} actions={<Actions />}>
      <SearchBar
        search={search}
        input={{ label: 'Search contacts', placeholder: 'Part of an address, number or name, or an id' }}
      />
      {problem ? (
        <NotUnderstood problem={problem} onClear={search.clear} />
      ) : (
        <PagedTable
          label="Contacts"
          pages={pages}
          columns={columns}
          idOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/contacts/$id', params: { id } })}
          empty={search.isFiltered ? <NothingFound onClear={search.clear} /> : <NoContacts />}
        />
      )}
    </Page>
  )
}

const flags: Record<string, boolean> = { yes: true, no: false }

const queryOf = ({ email, sms, topic }: Values<Name>, text: string) => ({
  ...(text && { search: text }),
  ...(email && { email_subscribed: flags[email] }),
  ...(sms && { sms_subscribed: flags[sms] }),
  ...(topic && { topic_id: topic }),
})

function Actions() {
  const mayWrite = useMay('contacts:write')
  const [open, setOpen] = useState<'create' | 'import' | 'fields'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <DownloadButton icon={Download} href={hrefOf('exportContacts')} download="contacts.csv">
        Export
      </DownloadButton>
      <Button icon={ListPlus} onClick={() => setOpen('fields')}>
        Fields
      </Button>
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
      {open === 'fields' && <FieldsDialog onClose={close} />}
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
