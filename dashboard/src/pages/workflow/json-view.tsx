import { useState } from 'react'
import { Button } from '#button/button.tsx'
import { CopyButton } from '#code/copy-button.tsx'
import type { Content } from './definition.ts'
import { isObject, readDefinition } from './definition.ts'
import { toBody } from './editing/use-editing.ts'

type Props = { content: Content; onChange: (content: Content) => void }

/** The trigger and definition in the API's format, to read, copy and edit. */
export function JsonView({ content, onChange }: Props) {
  const written = JSON.stringify(toBody(content), null, 2)
  const [typed, setTyped] = useState(written)
  const read = readBody(typed)
  return (
    <div className="flex min-h-0 grow flex-col gap-3 p-4">
      <textarea
        aria-label="Workflow JSON"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="field min-h-64 grow resize-none py-2 font-mono text-xs! leading-relaxed"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          tone="primary"
          disabled={typeof read === 'string' || typed === written}
          onClick={() => typeof read !== 'string' && onChange(read)}
        >
          Apply
        </Button>
        <CopyButton text={typed} label="Copy JSON">
          Copy
        </CopyButton>
        {typeof read === 'string' && <p className="text-sm text-bad">{read}</p>}
      </div>
    </div>
  )
}

function readBody(typed: string): Content | string {
  try {
    const value: unknown = JSON.parse(typed)
    if (!isObject(value)) return 'The JSON must be an object.'
    const { trigger_config: trigger = {}, workflow_definition } = value
    const definition = readDefinition(workflow_definition)
    if (!isObject(trigger)) return 'trigger_config must be an object.'
    return definition
      ? { trigger, definition }
      : 'workflow_definition must have steps, each with a unique key, a type and a config, and connections with from and to.'
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not valid JSON.'
  }
}
