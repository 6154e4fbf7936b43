import { classes } from '#style/classes.ts'

type Props = { label: string; isNot: boolean; onChange: (isNot: boolean) => void }

/** Negates the condition or group after it while pressed. */
export const NotSwitch = ({ label, isNot, onChange }: Props) => (
  <button
    type="button"
    aria-label={label}
    aria-pressed={isNot}
    onClick={() => onChange(!isNot)}
    className={classes(
      'h-8 rounded-md border px-2 text-sm font-medium',
      isNot ? 'border-warn bg-warn/10 text-warn' : 'border-line text-soft hover:bg-hover hover:text-ink',
    )}
  >
    not
  </button>
)
