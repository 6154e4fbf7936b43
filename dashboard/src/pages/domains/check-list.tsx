import type { CheckedDomain } from '@posthorn/contract/messages/domains'
import { ChevronRight } from 'lucide-react'
import { CopyButton } from '#code/copy-button.tsx'
import { Badge, type Tone } from '#status/badge.tsx'
import { type Check, groupChecks } from './check-groups.ts'
import { subjects } from './record-words.ts'

const tones: Record<Check['level'], Tone> = { fault: 'bad', advice: 'warn', unknown: 'plain', good: 'good' }

/** How receivers see the domain: problems first, passed checks collapsed. */
export function CheckList({ checked }: { checked: CheckedDomain }) {
  const { problems, advice, unknown, good } = groupChecks(checked)
  return (
    <section className="border-t border-line" aria-label="Checks">
      <Group title="Problems" checks={problems} />
      <Group title="Advice" checks={advice} />
      <Group title="Unknown" checks={unknown} />
      {good.length > 0 && (
        <details className="group border-line not-first:border-t">
          <summary className="flex cursor-pointer items-center gap-2 px-4 py-3 font-semibold -outline-offset-2! hover:bg-hover">
            <ChevronRight aria-hidden className="size-4 text-faint transition-transform group-open:rotate-90" />
            Passed ({good.length})
          </summary>
          <Checks checks={good} />
        </details>
      )}
    </section>
  )
}

function Group({ title, checks }: { title: string; checks: readonly Check[] }) {
  if (checks.length === 0) return null
  return (
    <div className="border-line not-first:border-t">
      <h3 className="px-4 pt-3 font-semibold">{title}</h3>
      <Checks checks={checks} />
    </div>
  )
}

const Checks = ({ checks }: { checks: readonly Check[] }) => (
  <ul className="space-y-4 px-4 pt-2 pb-3">
    {checks.map(check => (
      <li key={`${check.about} ${check.name}`} className="space-y-1.5 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{subjects[check.about]}</span>
          <code className="font-mono text-xs break-all text-faint">{check.name}</code>
          <span className="ml-auto">
            <Badge tone={tones[check.level]}>{inWords(check.result)}</Badge>
          </span>
        </p>
        <p className="text-soft">{check.wanted}</p>
        {check.level !== 'good' && check.seen.length > 0 && <Seen texts={check.seen} />}
        {check.line !== null && <Line text={check.line} />}
      </li>
    ))}
  </ul>
)

const inWords = (result: string): string => {
  const words = result.replaceAll('_', ' ').replace('ptr', 'PTR')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const Seen = ({ texts }: { texts: readonly string[] }) => (
  <ul aria-label="Seen" className="space-y-0.5 border-l-2 border-line pl-2">
    {texts.map(text => (
      <li key={text} className="font-mono text-xs break-all text-faint">
        {text}
      </li>
    ))}
  </ul>
)

const Line = ({ text }: { text: string }) => (
  <div className="flex min-w-0 items-center gap-3 rounded-md bg-sunken px-3 py-1.5">
    <code title={text} className="grow truncate font-mono text-xs">
      {text}
    </code>
    <CopyButton text={text} label="Copy line" />
  </div>
)
