import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Segment } from '@posthorn/contract/segments/segments'
import { Upload, UserPlus, Users, X } from 'lucide-react'
import { useState } from 'react'
import { renew, useChange, usePages } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Page } from '#layout/page.tsx'
import { PagedTable } from '#table/paged-table.tsx'
import type { Column } from '#table/table.tsx'
import { Time } from '#time/time.tsx'
import { contactTitle } from '../contacts/contact-name.ts'
import { ImportContactsDialog } from '../contacts/import-contacts-dialog.tsx'
import { SegmentCount } from '../segments/segment-count.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'
import { SegmentActions } from './segment-actions.tsx'

const back = { to: '/segments', name: 'Segments' } as const

/** A list and its contacts. */
export function ListMembers({ segment }: { segment: Segment }) {
  const { id, name } = segment
  const mayWrite = useMay('contacts:write')
  const [open, setOpen] = useState<'add' | 'import'>()
  const pages = usePages('listSegmentContacts', { params: { id } })
  const remove = useChange('removeSegmentContacts', {
    ...{ done: 'Removed from list.', renews: ['listSegmentContacts' as const, 'previewSegment' as const] },
  })
  const close = () => {
    setOpen(undefined)
    renew('listSegmentContacts', 'previewSegment')
  }
  const columns: readonly Column<Contact>[] = [
    { head: 'Contact', cell: contact => <span className="block truncate font-medium">{contactTitle(contact)}</span> },
    {
      head: 'Created',
      cell: ({ created_at }) => <Time at={created_at} />,
      isNumber: true,
      isWide: true,
      className: 'text-soft',
    },
    {
      head: '',
      cell: contact => (
        <Button
          tone="quiet"
          icon={X}
          className="relative"
          aria-label={`Remove ${contactTitle(contact)} from the list`}
          onClick={() => remove.mutate({ params: { id }, body: { contact_ids: [contact.id] } })}
        />
      ),
      isNumber: true,
      className: 'w-px',
    },
  ]
  return (
    <Page
      title={name}
      back={back}
      aside={
        <span className="text-soft">
          <SegmentCount id={id} /> on the list
        </span>
      }
      actions={
        mayWrite && (
          <>
            <SegmentActions segment={segment} />
            <Button icon={Upload} onClick={() => setOpen('import')}>
              Import
            </Button>
            <Button tone="primary" icon={UserPlus} onClick={() => setOpen('add')}>
              Add contacts
            </Button>
          </>
        )
      }
    >
      <PagedTable
        label="Contacts on the list"
        pages={pages}
        columns={mayWrite ? columns : columns.slice(0, 2)}
        idOf={contact => contact.id}
        linkOf={contact => ({ to: '/contacts/$id', params: { id: contact.id } })}
        empty={
          <EmptyState icon={Users} title="No contacts on this list">
            Add contacts by email address, import a file, or use the API.
          </EmptyState>
        }
      />
      {open === 'add' && <AddMembersDialog id={id} onClose={close} />}
      {open === 'import' && <ImportContactsDialog segment={segment} onClose={close} />}
    </Page>
  )
}
