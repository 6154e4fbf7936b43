import { stepName } from './words.ts'

type Props = { step: { step: string; type: string }; onStep: (key: string) => void }

/** The name of a step in a history, and its key, which opens it in the builder. */
export const StepHeading = ({ step, onStep }: Props) => (
  <>
    {stepName(step.type)}{' '}
    <button
      type="button"
      className="font-mono text-xs font-normal text-faint underline hover:text-ink"
      onClick={() => onStep(step.step)}
    >
      {step.step}
    </button>
  </>
)
