import { useRef } from 'react'
import { faultOf } from '#api/failure.ts'
import { Segments } from '#tabs/segments.tsx'
import { LazyEditor } from '../../template/lazy-editor.tsx'
import { TemplateFields } from '../../workflow/forms/template-fields.tsx'
import { type BroadcastDraft, contentOf, inPlace, type Kind, kindOf, starterHtml, textOrNull } from './edits.ts'
import type { PartProps } from './use-draft.ts'

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'template', label: 'Template' },
  { value: 'html', label: 'HTML' },
  { value: 'text', label: 'Plain text' },
]

const beginnings: Record<Kind, Pick<BroadcastDraft, 'template_id' | 'html' | 'text'>> = {
  template: {},
  html: { html: starterHtml },
  text: { text: 'Hello {{ contact.first_name | default: "there" }},\n\n' },
}

type Props = PartProps & {
  kind: Kind | undefined
  onKind: (kind: Kind) => void
  isReadOnly: boolean
}

/** The content: from a template or written here. Switching between the kinds keeps what was written in each. */
export function BodyFields({ draft, change, error, kind, onKind, isReadOnly }: Props) {
  const left = useRef<Partial<Record<Kind, BroadcastDraft>>>({})
  const choose = (next: Kind) => {
    const before = kindOf(draft)
    if (before) left.current[before] = contentOf(draft)
    onKind(next)
    change(inPlace(left.current[next] ?? beginnings[next]))
  }
  return (
    <div className="space-y-4">
      <div>
        <p className="mb-1 text-sm font-medium">Content from</p>
        <Segments label="Content from" options={kinds} value={kind} onChange={choose} />
      </div>
      {kind === 'template' && (
        <TemplateFields
          config={{ template_id: draft.template_id, variables: draft.variables }}
          given={['contact']}
          isShort
          onChange={({ template_id, variables }) =>
            change({
              template_id: typeof template_id === 'string' ? template_id : null,
              variables: isRecord(variables) ? variables : null,
            })
          }
          fault={field => faultOf(error, field)}
        />
      )}
      {(kind === 'html' || kind === 'text') && <Editor name={kind} {...{ draft, change, error, isReadOnly }} />}
    </div>
  )
}

type EditorProps = PartProps & { name: 'html' | 'text'; isReadOnly: boolean }

function Editor({ name, draft, change, error, isReadOnly }: EditorProps) {
  const fault = faultOf(error, name)
  return (
    <div>
      <div className="h-80 overflow-hidden rounded-md border border-line-strong">
        <LazyEditor
          key={name}
          label={name === 'html' ? 'HTML' : 'Plain text'}
          language={name}
          value={draft[name] ?? ''}
          onChange={text => change({ [name]: textOrNull(text) })}
          isReadOnly={isReadOnly}
        />
      </div>
      <p className={`mt-1 text-sm ${fault ? 'text-bad' : 'text-faint'}`}>
        {fault ?? (
          <>
            Liquid, with the recipient as <code>contact</code>: <code>{'{{ contact.first_name }}'}</code>,{' '}
            <code>{'{{ contact.properties.plan }}'}</code>.
          </>
        )}
      </p>
    </div>
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
