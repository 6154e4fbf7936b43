/** The post horn. */
export const Mark = ({ className = 'size-6' }: { className?: string }) => (
  <img src="/icon.svg" alt="" className={className} />
)
