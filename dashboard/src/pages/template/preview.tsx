import { Failure, sentenceOf } from '#api/failure.ts'
import { Button } from '#button/button.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { useLook } from '#preview/look.ts'
import { DarkNote, LookSwitch, MailView } from '#preview/mail-view.tsx'
import type { Rendered } from './use-rendered.ts'
import type { Values } from './values.ts'

type Props = { rendered: Rendered; values: Values }

/** The email as the recipient sees it, on desktop or phone, in light or dark mode. */
export function Preview({ rendered, values }: Props) {
  const [look, change] = useLook()
  const { data, error } = rendered
  return (
    <section aria-label="Preview" className="flex h-full min-h-0 flex-col bg-sunken">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <p className="min-w-40 grow basis-0 truncate">
          <span className="text-faint">Subject </span>
          <span className="font-medium">{data?.subject}</span>
        </p>
        <LookSwitch look={look} onChange={change} />
      </div>
      {error && <Trouble error={error} onFill={values.fill} />}
      <DarkNote look={look} html={data?.html} />
      <div className="min-h-0 grow overflow-auto p-4">
        {data ? <MailView look={look} {...data} /> : !error && <Skeleton className="h-full min-h-64" />}
      </div>
    </section>
  )
}

function Trouble({ error, onFill }: { error: Error; onFill: () => void }) {
  const isMissing = error instanceof Failure && error.code === 'missing_variable'
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-warn/8 px-4 py-1.5 text-sm"
    >
      {isMissing ? error.message : sentenceOf(error)}
      {isMissing && (
        <Button isSmall onClick={onFill}>
          Add sample values
        </Button>
      )}
    </div>
  )
}
