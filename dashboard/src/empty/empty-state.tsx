import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  icon: LucideIcon
  title: string
  /** What would be here, in one sentence. */
  children?: ReactNode
  /** A button or link that creates the first item. */
  action?: ReactNode
  /** Code that creates the first item, usually `<Curl …/>`. */
  code?: ReactNode
}

/** Shown when there is nothing yet, with how to create the first item. */
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
