import { useIsLive } from '#api/live.ts'

/** Shows that a list updates itself, by the stream or by polling. It does not say “Live”: that is an environment. */
export function LiveSign() {
  const isLive = useIsLive()
  return (
    <span
      title={isLive ? 'Changes appear as they happen' : 'Checks for changes every few seconds'}
      className="inline-flex items-center gap-1.5 text-sm text-faint"
    >
      <span aria-hidden className={`size-1.5 rounded-full ${isLive ? 'bg-good' : 'bg-faint'}`} />
      {isLive ? 'Up to date' : 'Refreshing'}
    </span>
  )
}
