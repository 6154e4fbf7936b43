import { Link, useLocation } from '@tanstack/react-router'
import { MenuIcon } from 'lucide-react'
import { navigationItems } from './navigation-items.ts'

const thumb = 'flex grow basis-0 flex-col items-center gap-0.5 py-2 text-xs text-soft aria-[current=page]:text-accent'
const first = ['/', '/inbox', '/emails', '/sms']

/** The navigation bar on a phone. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isElsewhere = !first.some(to => (to === '/' ? path === to : isWithin(path, to)))
  return (
    <nav
      aria-label="Most used pages"
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {navigationItems
        .filter(({ to }) => first.includes(to))
        .map(({ to, name, icon: Icon }) => (
          <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={thumb}>
            <Icon aria-hidden className="size-5" />
            {name}
          </Link>
        ))}
      <button type="button" onClick={onMore} aria-current={isElsewhere ? 'page' : undefined} className={thumb}>
        <MenuIcon aria-hidden className="size-5" />
        More
      </button>
    </nav>
  )
}

/** The same rule by which links decide whether they are current. */
const isWithin = (path: string, to: string): boolean => path === to || path.startsWith(`${to}/`)
