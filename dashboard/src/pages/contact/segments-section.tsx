import type { Contact } from '@posthorn/contract/audience/contacts'
import type { SegmentExplanation } from '@posthorn/contract/segments/segments'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '#api/queries.ts'
import { LinkButton } from '#button/button.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { Select } from '#form/inputs.tsx'
import { Section } from '#layout/page.tsx'
import { useSegments } from '../segments/all-segments.ts'

/** Shows whether the contact belongs to a segment, and why. */
export function SegmentsSection({ contact }: { contact: Contact }) {
  const segments = useSegments()
  const [chosen, setChosen] = useState('')
  return (
    <Section title="Segments">
      <Loaded query={segments} skeleton={<Skeleton className="h-9" />}>
        {all =>
          all.length === 0 ? (
            <div className="flex items-center justify-between gap-3 text-soft">
              No segments yet.
              <LinkButton to="/segments" isSmall>
                Segments
              </LinkButton>
            </div>
          ) : (
            <>
              <Select
                aria-label="Segment to check"
                options={[
                  { value: '', label: 'Check a segment…' },
                  ...all.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={chosen}
                onChange={({ target }) => setChosen(target.value)}
              />
              {chosen && <Explained segmentId={chosen} contactId={contact.id} />}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Explained({ segmentId, contactId }: { segmentId: string; contactId: string }) {
  const explanation = useCall('explainSegmentContact', { params: { id: segmentId, contact_id: contactId } })
  return (
    <Loaded query={explanation} skeleton={<Skeleton className="mt-3 h-16" />}>
      {({ message, is_member, conditions }) => (
        <div className="mt-3" aria-live="polite">
          <Verdict isMet={is_member}>
            <strong className="font-medium">{message}</strong>
          </Verdict>
          <ul className="mt-2 space-y-1.5">
            {conditions.map((condition, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity except their position
              <Explanation key={nth} {...condition} />
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  )
}

const Explanation = ({ depth, asked, has, is_met }: SegmentExplanation['conditions'][number]) => (
  <li style={{ marginLeft: `${depth}rem` }} className="text-sm">
    <Verdict isMet={is_met}>
      {asked}
      {has !== undefined && <span className="text-soft"> – {has}</span>}
    </Verdict>
  </li>
)

const Verdict = ({ isMet, children }: { isMet: boolean; children: React.ReactNode }) => (
  <span className="flex items-start gap-1.5">
    {isMet ? (
      <Check aria-label="Yes:" className="mt-0.5 size-4 shrink-0 text-good" />
    ) : (
      <X aria-label="No:" className="mt-0.5 size-4 shrink-0 text-bad" />
    )}
    <span className="min-w-0">{children}</span>
  </span>
)
