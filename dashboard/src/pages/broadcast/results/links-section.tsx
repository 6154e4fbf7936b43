import type { Broadcast, BroadcastLink } from '@posthorn/contract/broadcasts/replies'
import { useCall } from '#api/queries.ts'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { Section } from '#layout/page.tsx'
import { count } from '#style/figures.ts'

/** The links by number of people who clicked them. */
export function LinksSection({ broadcast }: { broadcast: Broadcast }) {
  const links = useCall('listBroadcastLinks', { params: { id: broadcast.id } })
  return (
    <Section title="Links">
      <Loaded query={links} skeleton={<SkeletonRows rows={3} />}>
        {({ data }) =>
          data.length > 0 ? (
            <ol aria-label="Links by clicks" className="space-y-1.5">
              {data.map(link => (
                <HeatRow key={link.url} link={link} most={data[0]?.recipients ?? 0} />
              ))}
            </ol>
          ) : (
            <p className="text-soft">
              {broadcast.track_clicks ? 'No clicks yet.' : 'This broadcast does not track clicks.'}
            </p>
          )
        }
      </Loaded>
    </Section>
  )
}

function HeatRow({ link: { url, clicks, machine_clicks, recipients }, most }: { link: BroadcastLink; most: number }) {
  const heat = most > 0 ? recipients / most : 0
  return (
    <li className="relative isolate overflow-hidden rounded-md border border-line px-3 py-2">
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 -z-10 bg-series-3"
        style={{ width: `${heat * 100}%`, opacity: 0.08 + heat * 0.22 }}
      />
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate" title={url}>
          {url}
        </span>
        <span className="shrink-0 tabular-nums">
          <span className="font-medium">{count(recipients)}</span>{' '}
          <span className="text-sm text-soft">{recipients === 1 ? 'person' : 'people'}</span>
        </span>
      </div>
      <p className="text-sm text-soft tabular-nums">
        {count(clicks)} {clicks === 1 ? 'click' : 'clicks'}
        {machine_clicks > 0 && `, and ${count(machine_clicks)} by machines`}
      </p>
    </li>
  )
}
