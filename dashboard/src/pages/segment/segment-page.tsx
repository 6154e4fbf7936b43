import { useParams } from '@tanstack/react-router'
import { useCall } from '#api/queries.ts'
import { LoadedPage } from '#layout/loaded-page.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { ListMembers } from './list-members.tsx'

const back = { to: '/segments', name: 'Segments' } as const

export function SegmentPage() {
  const { id = '' } = useParams({ strict: false })
  return id === 'new' ? <FilterEditor /> : <Known id={id} key={id} />
}

function Known({ id }: { id: string }) {
  const segment = useCall('getSegment', { params: { id } })
  return (
    <LoadedPage query={segment} title="Segment" back={back}>
      {segment => (segment.type === 'static' ? <ListMembers segment={segment} /> : <FilterEditor segment={segment} />)}
    </LoadedPage>
  )
}
