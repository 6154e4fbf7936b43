import type { Contact } from '@posthorn/contract/audience/contacts'
import { useParams } from '@tanstack/react-router'
import { useCall } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { CopyText } from '#code/code-block.tsx'
import { Facts } from '#layout/facts.tsx'
import { LoadedPage } from '#layout/loaded-page.tsx'
import { Page, Section } from '#layout/page.tsx'
import { Time } from '#time/time.tsx'
import { contactTitle, fullName } from '../contacts/contact-name.ts'
import { ConsentSection } from './consent-section.tsx'
import { ContactActions } from './contact-actions.tsx'
import { HistorySection } from './history-section.tsx'
import { SegmentsSection } from './segments-section.tsx'
import { TopicsSection } from './topics-section.tsx'

const back = { to: '/contacts', name: 'Contacts' } as const

export function ContactPage() {
  const { id = '' } = useParams({ strict: false })
  const contact = useCall('getContact', { params: { id } })
  useRenewal(['contact'], ['getContact'], 5_000)
  return (
    <LoadedPage query={contact} title="Contact" back={back}>
      {contact => (
        <Page title={contactTitle(contact)} back={back} actions={<ContactActions contact={contact} />}>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="lg:order-2">
              <Section title="Details">
                <ContactFacts contact={contact} />
              </Section>
              <ConsentSection contact={contact} />
              <TopicsSection contact={contact} />
              <SegmentsSection contact={contact} />
            </div>
            <HistorySection contact={contact} />
          </div>
        </Page>
      )}
    </LoadedPage>
  )
}

const ContactFacts = ({ contact }: { contact: Contact }) => (
  <Facts
    facts={[
      { name: 'Name', value: fullName(contact) },
      { name: 'Email', value: contact.email && <CopyText text={contact.email} /> },
      { name: 'Phone number', value: contact.phone_number && <CopyText text={contact.phone_number} /> },
      ...Object.entries(contact.properties ?? {}).map(([name, value]) => ({ name, value: String(value) })),
      { name: 'Created', value: <Time at={contact.created_at} isExact /> },
      { name: 'Updated', value: <Time at={contact.updated_at} isExact /> },
      { name: 'ID', value: <CopyText text={contact.id} label="Copy ID" /> },
    ]}
  />
)
