import type { TemplateListItem } from '@posthorn/contract/messages/templates'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callWith } from '#api/call.ts'
import { Thumbnail } from '#preview/thumbnail.tsx'

/** Fetched and drawn only near the viewport: a list may have hundreds. */
export function RowThumbnail({ id, version, updated_at }: TemplateListItem) {
  const [place, isNear] = useIsNear()
  const { data } = useQuery({
    queryKey: ['getTemplateThumbnail', id, version, updated_at],
    queryFn: ({ signal }) => callWith({ signal }, 'getTemplateThumbnail', { params: { id } }),
    enabled: isNear,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <span ref={place} className="block py-1">
      <Thumbnail isSmall html={isNear ? data?.html : undefined} />
    </span>
  )
}

/** Half a screen around the viewport. */
const margin = '50%'

function useIsNear() {
  const place = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(entries => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: place.current.closest('main'),
      rootMargin: margin,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return [place, isNear] as const
}
