import { classes } from '#style/classes.ts'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  /** Undefined while nothing is selected. */
  value: Value | undefined
  onChange: (value: Value) => void
}

/** A choice between a few visible options: 24 h | 7 d | 30 d. */
export function Segments<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <fieldset aria-label={label} className="inline-flex rounded-md border border-line-strong bg-sunken p-0.5">
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classes(
            'min-h-7 rounded px-2.5 text-sm font-medium md:min-h-6',
            option.value === value ? 'bg-raised text-ink shadow-low' : 'text-soft hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
