import { type Environment, environment, switchEnvironment } from '#api/scope.ts'
import { classes } from '#style/classes.ts'

const choices: readonly { value: Environment; label: string; chosen: string }[] = [
  { value: 'live', label: 'Live', chosen: 'bg-live text-canvas' },
  { value: 'test', label: 'Test', chosen: 'bg-amber text-on-amber' },
]

/** Switches between live and test, on every page. */
export function EnvironmentSwitch() {
  return (
    <fieldset aria-label="Environment" className="inline-flex rounded-full border border-line-strong bg-sunken p-0.5">
      {choices.map(({ value, label, chosen }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === environment}
          onClick={() => switchEnvironment(value)}
          className={classes(
            'h-7 rounded-full px-3 text-sm font-semibold md:h-6',
            value === environment ? chosen : 'text-soft hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** The bar above every page in test, so that nobody mistakes it for live. */
export const TestBar = () =>
  environment === 'test' ? (
    <aside aria-label="Test environment" className="bg-amber px-4 py-1 text-center text-sm font-medium text-on-amber">
      Test environment
      <span className="max-sm:hidden">: messages are simulated, not delivered and not charged</span>
    </aside>
  ) : null
