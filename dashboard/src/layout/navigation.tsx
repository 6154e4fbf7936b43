import { Link } from '@tanstack/react-router'
import { useOrganization } from '#api/session.ts'
import { isOpenTo, type NavigationItem, navigationGroups } from './navigation-items.ts'

/** The pages that this person may open. `onGo` closes the drawer. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const organization = useOrganization()
  return (
    <nav aria-label="Pages" className="space-y-4 px-2 py-2">
      {navigationGroups.map(({ group, items }) => {
        const open = items.filter(place => isOpenTo(organization, place))
        if (open.length === 0) return null
        return (
          <div key={group ?? ''}>
            {group && <p className="px-2 pb-1 text-xs font-medium text-faint">{group}</p>}
            {open.map(place => (
              <NavigationLink key={place.to} place={place} {...(onGo && { onGo })} />
            ))}
          </div>
        )
      })}
    </nav>
  )
}

function NavigationLink({ place: { to, name, icon: Icon, key }, onGo }: { place: NavigationItem; onGo?: () => void }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      {...(onGo && { onClick: onGo })}
      title={`g ${key}`}
      className="flex h-9 items-center gap-2.5 rounded-md px-2 text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink md:h-8"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {name}
    </Link>
  )
}
