import type { ConsentEntry } from '@posthorn/contract/audience/consent'
import type { Contact } from '@posthorn/contract/audience/contacts'
import { useCall } from '#api/queries.ts'
import { Time } from '#time/time.tsx'
import { useTopics } from '../topics/all-topics.ts'
import { consentInWords } from './consent-words.ts'

const shown = 20

/** The newest entries of the consent ledger. */
export function ConsentHistory({ contact }: { contact: Contact }) {
  const page = useCall('listContactConsent', { params: { id: contact.id }, query: { limit: shown } }).data
  const topics = useTopics().data ?? []
  if (!page || page.data.length === 0) return null
  const nameOf = (id: string) => topics.find(topic => topic.id === id)?.name
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-soft">Consent history</summary>
      <ol aria-label="Consent history" className="mt-2 space-y-2">
        {page.data.map(entry => (
          <Entry key={entry.id} entry={entry} topic={entry.topic_id && nameOf(entry.topic_id)} />
        ))}
      </ol>
      {page.has_more && <p className="mt-2 text-faint">Only the newest {shown} entries. The API lists all of them.</p>}
    </details>
  )
}

const Entry = ({ entry, topic }: { entry: ConsentEntry; topic: string | undefined }) => (
  <li>
    <p>{consentInWords(entry, topic)}</p>
    <p className="text-faint">
      <Time at={entry.created_at} isExact />
      {entry.ip_address && `, from ${entry.ip_address}`}
    </p>
    {entry.wording && <p className="text-faint">“{entry.wording}”</p>}
  </li>
)
