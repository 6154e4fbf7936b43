import { type ReactNode, useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { TextField } from '#form/inputs.tsx'
import type { Source } from './draft.ts'
import { FullTabs } from './full-tabs.tsx'
import { LazyEditor } from './lazy-editor.tsx'
import type { Draft } from './use-draft.ts'
import type { Values } from './values.ts'
import { ValuesPanel } from './values-panel.tsx'

/** What is written, and where it goes while it is. */
export type Written = Pick<Draft, 'shown' | 'kind' | 'change' | 'flush' | 'error'>

type Props = { variables: string[]; written: Written; values: Values; isReadOnly: boolean }

/** Where a template is written: its subject, its content, and the values it is tried with. */
export function Writing({ variables, written, values, isReadOnly }: Props) {
  const [chosen, setChosen] = useState<'content' | 'text' | 'values'>('content')
  const content = written.kind
  const count = variables.length
  const editor = (name: Source, label: string) => (
    <Pane fault={faultOf(written.error, name)}>
      <LazyEditor
        key={name}
        label={label}
        language={name === 'text' ? 'text' : 'html'}
        value={written.shown(name)}
        onChange={value => written.change(name, value)}
        onSave={written.flush}
        isReadOnly={isReadOnly}
      />
    </Pane>
  )
  return (
    <div className="flex h-full min-h-[32rem] flex-col">
      <div className="border-b border-line px-4 py-3">
        <TextField
          label="Subject"
          value={written.shown('subject')}
          readOnly={isReadOnly}
          className="read-only:bg-sunken"
          maxLength={2000}
          onChange={({ target }) => written.change('subject', target.value)}
          fault={faultOf(written.error, 'subject')}
        />
      </div>
      <FullTabs
        label="Content"
        chosen={chosen}
        onChoose={setChosen}
        tabs={[
          { name: 'content', label: content.toUpperCase(), content: () => editor(content, 'Content') },
          { name: 'text', label: 'Text', content: () => editor('text', 'Plain text') },
          {
            name: 'values',
            label: count > 0 ? `Variables (${count})` : 'Variables',
            content: () => <ValuesPanel variables={variables} values={values} />,
          },
        ]}
      />
    </div>
  )
}

function Pane({ fault, children }: { fault: string | undefined; children: ReactNode }) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 grow">{children}</div>
      {fault && (
        <p role="alert" className="border-t border-bad/40 bg-bad/8 px-4 py-2 text-sm break-words text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}
