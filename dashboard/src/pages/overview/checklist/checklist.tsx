import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { queryOf } from '#api/queries.ts'
import { useRenewal } from '#api/renewal.ts'
import { useOrganization } from '#api/session.ts'
import { Button, LinkButton } from '#button/button.tsx'
import { Section } from '#layout/page.tsx'
import { SendTestButton } from '#messages/send-test/send-test-button.tsx'
import { useDismissed } from './dismissed.ts'
import { stepsFor } from './steps.ts'

/** The steps to the first messages. Steps check themselves off; the list disappears when all are done or it is hidden. */
export function Checklist() {
  const { role } = useOrganization()
  const [isDismissed, dismiss] = useDismissed()
  const { data } = useQuery({ ...queryOf('getFirstSteps'), enabled: !isDismissed })
  useRenewal(['email', 'webhook'], ['getFirstSteps'], 5_000)
  if (isDismissed || !data) return null
  const steps = stepsFor(role, data)
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <Section
      title="First steps"
      actions={
        <span className="flex items-center gap-2 text-sm text-soft">
          {done} of {steps.length} done
          <Button isSmall tone="quiet" onClick={dismiss}>
            Hide
          </Button>
        </span>
      }
    >
      <ul className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
        {steps.map(step => (
          <Line key={step.name} step={step} />
        ))}
      </ul>
    </Section>
  )
}

function Line({ step: { title, words, link, isDone } }: { step: ReturnType<typeof stepsFor>[number] }) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex items-center gap-3">
      <Icon aria-hidden className={`size-5 shrink-0 ${isDone ? 'text-good' : 'text-faint'}`} />
      <div className="min-w-0 grow">
        <p className={isDone ? 'text-soft' : 'font-medium'}>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        {!isDone && <p className="text-sm text-soft">{words}</p>}
      </div>
      {!isDone &&
        (link ? (
          // as: filters are strings by name
          <LinkButton isSmall to={link.to} search={(link.view ? { view: link.view } : {}) as never}>
            {link.label}
          </LinkButton>
        ) : (
          <SendTestButton isSmall />
        ))}
    </li>
  )
}
