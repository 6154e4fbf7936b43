import { classes } from '#style/classes.ts'

/** A gray bar in place of text. Give it a size: `h-4 w-40`. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={classes('animate-pulse rounded bg-hover', className)} />
)

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-4/5']

/** Placeholder rows while a list is loading. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <div key={row} className="flex h-11 items-center gap-6 px-4">
          <Skeleton className={classes('h-3.5', widths[row % widths.length])} />
          <Skeleton className="ml-auto h-3.5 w-20" />
        </div>
      ))}
    </div>
  )
}

/** A placeholder while a detail page is loading. */
export function SkeletonDetail() {
  return (
    <div role="status" aria-label="Loading" className="space-y-4">
      <Skeleton className="h-6 w-72" />
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </div>
  )
}
