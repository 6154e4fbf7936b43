import { Blocks } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { Button } from '#button/button.tsx'
import { TextField } from '#form/inputs.tsx'
import { BlocksPanel } from './blocks/blocks-panel.tsx'
import type { GoTo } from './code-editor.tsx'
import type { Source } from './draft.ts'
import { FaultBar } from './fault-bar.tsx'
import { type FaultyPart, faultyParts } from './faults.ts'
import { FullTabs } from './full-tabs.tsx'
import { LazyEditor } from './lazy-editor.tsx'
import { offsetOf } from './source-positions.ts'
import type { Draft } from './use-draft.ts'
import type { Values } from './values.ts'
import { ValuesPanel } from './values-panel.tsx'

/** The content and how to change it. */
export type EditorContent = Pick<Draft, 'shown' | 'kind' | 'change' | 'flush' | 'error'>

type Props = { variables: string[]; content: EditorContent; values: Values; isReadOnly: boolean }
type Tab = 'content' | 'text' | 'values'

/** The template editor: subject, content and preview values. */
export function TemplateEditor({ variables, content, values, isReadOnly }: Props) {
  const [tab, setTab] = useState<Tab>('content')
  const [goTo, setGoTo] = useState<GoTo>()
  const [chosen, setChosen] = useState<{ from: number; to: number }>()
  const [hasBlocks, setBlocks] = useState(() => localStorage.getItem(blocksKept) !== 'no')
  const subject = useRef<HTMLInputElement>(null)
  const { kind, error } = content
  const faults = useMemo(() => faultyParts(error, kind), [error, kind])
  const count = variables.length
  const isOfBlocks = kind === 'mjml' && !isReadOnly

  const go = (fault: FaultyPart) => {
    const at = offsetOf(content.shown(fault.name), fault.line ?? 1, fault.column)
    if (fault.name === 'subject') {
      subject.current?.focus()
      subject.current?.setSelectionRange(at, at)
      return
    }
    setTab(fault.name === 'text' ? 'text' : 'content')
    setGoTo({ at, isFocused: true })
  }
  const editor = (name: Source, label: string) => (
    <Editor
      name={name}
      label={label}
      content={content}
      onType={value => {
        // The line numbers have changed.
        setChosen(undefined)
        content.change(name, value)
      }}
      isReadOnly={isReadOnly}
      fault={faults.find(fault => fault.name === name)}
      chosen={name === 'mjml' && isOfBlocks && hasBlocks ? chosen : undefined}
      goTo={goTo}
    />
  )
  const contentTab = () => {
    if (!isOfBlocks || !hasBlocks) return editor(kind, 'Content')
    return (
      <div className="flex h-full min-h-0 flex-col md:flex-row">
        <div className="flex max-h-56 shrink-0 flex-col border-line max-md:border-b md:max-h-none md:w-56 md:border-r">
          <BlocksPanel
            // The editor normalizes line endings, and its offsets count them that way.
            source={content.shown('mjml').replaceAll('\r\n', '\n')}
            onChange={source => content.change('mjml', source)}
            onChoose={block => {
              setChosen(block)
              setGoTo({ at: block.from, isFocused: false })
            }}
          />
        </div>
        <div className="min-h-0 min-w-0 grow">{editor(kind, 'Content')}</div>
      </div>
    )
  }
  const switchBlocks = () => {
    localStorage.setItem(blocksKept, hasBlocks ? 'no' : 'yes')
    setBlocks(!hasBlocks)
  }
  return (
    <div className="flex h-full min-h-[32rem] flex-col">
      <div className="border-b border-line px-4 py-3">
        <TextField
          label="Subject"
          ref={subject}
          value={content.shown('subject')}
          readOnly={isReadOnly}
          className="read-only:bg-sunken"
          maxLength={2000}
          onChange={({ target }) => content.change('subject', target.value)}
          fault={faultOf(error, 'subject')}
        />
      </div>
      <FullTabs
        label="Content"
        chosen={tab}
        onChoose={name => {
          setGoTo(undefined)
          setTab(name)
        }}
        aside={
          isOfBlocks &&
          tab === 'content' && (
            <Button
              isSmall
              tone={hasBlocks ? 'plain' : 'quiet'}
              icon={Blocks}
              aria-pressed={hasBlocks}
              className="my-1 mr-2"
              onClick={switchBlocks}
            >
              Blocks
            </Button>
          )
        }
        tabs={[
          { name: 'content', label: kind.toUpperCase(), content: contentTab },
          { name: 'text', label: 'Text', content: () => editor('text', 'Plain text') },
          {
            name: 'values',
            label: count > 0 ? `Variables (${count})` : 'Variables',
            content: () => <ValuesPanel variables={variables} values={values} />,
          },
        ]}
      />
      {faults.length > 0 && <FaultBar faults={faults} onGo={go} />}
    </div>
  )
}

const blocksKept = 'posthorn.blocks'

type EditorProps = {
  name: Source
  label: string
  content: EditorContent
  onType: (value: string) => void
  isReadOnly: boolean
  fault: FaultyPart | undefined
  chosen: { from: number; to: number } | undefined
  goTo: GoTo | undefined
}

function Editor({ name, label, content, onType, isReadOnly, fault, chosen, goTo }: EditorProps) {
  const marked = useMemo(
    () => ({ fault: fault?.line === undefined ? undefined : { line: fault.line, message: fault.message }, chosen }),
    [fault, chosen],
  )
  return (
    <LazyEditor
      key={name}
      label={label}
      language={name === 'text' ? 'text' : 'html'}
      value={content.shown(name)}
      onChange={onType}
      onSave={content.flush}
      isReadOnly={isReadOnly}
      marked={marked}
      goTo={goTo}
    />
  )
}
