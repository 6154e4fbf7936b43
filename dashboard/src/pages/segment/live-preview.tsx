import type { SegmentFilter } from '@posthorn/contract/segments/filter'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { queryOf } from '#api/queries.ts'
import { Skeleton } from '#empty/skeleton.tsx'
import { Section } from '#layout/page.tsx'
import { contactTitle } from '../contacts/contact-name.ts'
import { countInWords } from '../segments/segment-count.tsx'

/** The value after a pause in changes, so that typing sends no requests. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** The contacts that match a filter; no request while it is incomplete. */
export function usePreview(filter: SegmentFilter | undefined) {
  // As JSON, so that equal filters are the same value.
  const asked = useSettled(filter ? JSON.stringify(filter) : '', 350)
  const body = { filter: asked === '' ? undefined : JSON.parse(asked) }
  return useQuery({
    ...queryOf('previewSegment', { body }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export function LivePreview({ preview, isAsked }: { preview: ReturnType<typeof usePreview>; isAsked: boolean }) {
  const { data, isFetching, isError } = preview
  return (
    <Section title="Matching contacts">
      {!isAsked ? (
        <p className="text-soft">Add a condition and fill it in to see matching contacts.</p>
      ) : isError ? (
        <p className="text-soft">Correct the filter to see matching contacts.</p>
      ) : data ? (
        <div aria-live="polite" className={isFetching ? 'opacity-60' : undefined}>
          <p className="text-xl font-semibold tabular-nums">
            {countInWords(data)}{' '}
            <span className="text-base font-normal text-soft">{data.count === 1 ? 'contact' : 'contacts'}</span>
          </p>
          {!data.is_exact && (
            <p className="text-sm text-soft">
              Estimated from a sample, because counting all of them would take too long.
            </p>
          )}
          <ul className="mt-3 space-y-1">
            {data.sample.map(contact => (
              <li key={contact.id} className="truncate">
                <Link to="/contacts/$id" params={{ id: contact.id }} className="hover:underline">
                  {contactTitle(contact)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <Skeleton className="h-24" />
      )}
    </Section>
  )
}
