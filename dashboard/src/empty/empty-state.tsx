import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  icon: LucideIcon
  title: string
  /** What would be here, in a sentence. */
  children?: ReactNode
  /** A button or link that fills it. */
  action?: ReactNode
  /** Code that fills it, usually `<Curl …/>`. */
  code?: ReactNode
}

/** Nothing is here yet, and this is how something comes. */
export function EmptyState({ icon: Icon, title, children, action, code }: Props) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-center px-4 py-12 text-center">
      <div className="mb-3 grid size-10 place-items-center rounded-full border border-line bg-sunken">
        <Icon aria-hidden className="size-5 text-faint" />
      </div>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <p className="mt-1 max-w-md text-soft">{children}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
      {code && <div className="mt-6 w-full text-left">{code}</div>}
    </div>
  )
}
