/** The post horn, the same as /icon.svg. Inlined, so that it shows even if nothing can be loaded. */
export const Mark = ({ className = 'size-6' }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 32 32" className={className}>
    <rect width="32" height="32" rx="7" fill="#17171c" />
    <g fill="none" stroke="#f5b83d" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="13" cy="16" r="6.2" />
      <path d="M13 9.8h7.5c2 0 3.6-1.4 5-3.3v13c-1.4-1.9-3-3.5-5-3.5" />
      <path d="M4.5 22.2H13" />
    </g>
  </svg>
)
