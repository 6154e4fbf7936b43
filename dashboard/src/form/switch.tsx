import { type ReactNode, useId } from 'react'
import { classes } from '#style/classes.ts'

type Props = {
  label: string
  hint?: ReactNode
  isOn: boolean
  /** Read-only. */
  isFixed?: boolean
  onChange: (isOn: boolean) => void
}

/** An on/off setting that applies at once. */
export function Switch({ label, hint, isOn, isFixed, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        {hint && (
          <p id={id + '-hint'} className="text-sm text-faint">
            {hint}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-describedby={hint ? id + '-hint' : undefined}
        disabled={isFixed}
        onClick={() => onChange(!isOn)}
        className={classes(
          'relative h-5 w-9 shrink-0 rounded-full border transition-colors disabled:opacity-60',
          isOn ? 'border-good bg-good' : 'border-line-strong bg-hover',
        )}
      >
        <span
          aria-hidden
          className={classes(
            'absolute top-0.5 left-0.5 size-3.5 rounded-full transition-transform',
            isOn ? 'translate-x-4 bg-canvas' : 'bg-faint',
          )}
        />
      </button>
    </div>
  )
}
