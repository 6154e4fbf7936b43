/** CodeMirror with our colors. Large, so load it lazily. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { bracketMatching, defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { type Marks, marks, setMarks } from './marks.ts'
import { changeBetween } from './source-positions.ts'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  language: 'html' | 'text'
  isReadOnly?: boolean
  onSave?: () => void
  /** Highlighted lines; pass the same object until they change. */
  marked?: Marks | undefined
  /** Where to put the cursor, once per object. */
  goTo?: GoTo | undefined
}

export type GoTo = { at: number; isFocused: boolean }

export function CodeEditor({ label, value, onChange, language, isReadOnly = false, onSave, marked, goTo }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ onChange, onSave })
  latest.current = { onChange, onSave }
  const first = useRef(value)

  useEffect(() => {
    if (!place.current) return
    const save = () => {
      latest.current.onSave?.()
      return true
    }
    view.current = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          keymap.of([{ key: 'Mod-s', run: save, preventDefault: true }]),
          ...extensions(label, language, isReadOnly),
          EditorView.updateListener.of(update => {
            if (update.docChanged && !update.transactions.some(one => one.isUserEvent('set')))
              latest.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    return () => view.current?.destroy()
  }, [label, language, isReadOnly])

  // Applies changes from outside, such as another kind of content. Typed text is already in the editor.
  useEffect(() => {
    first.current = value
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: changeBetween(editor.state.doc.toString(), value), userEvent: 'set' })
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: these create a new editor, which needs the marks again
  useEffect(() => {
    view.current?.dispatch({ effects: setMarks.of(marked ?? {}) })
  }, [marked, label, language, isReadOnly])

  useEffect(() => {
    const editor = view.current
    if (!editor || !goTo) return
    const anchor = Math.min(goTo.at, editor.state.doc.length)
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
    if (goTo.isFocused) editor.focus()
  }, [goTo])

  return <div ref={place} className="h-full min-h-0 overflow-hidden" />
}

const extensions = (label: string, language: 'html' | 'text', isReadOnly: boolean): Extension[] => [
  lineNumbers(),
  history(),
  highlightActiveLine(),
  bracketMatching(),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({
    'aria-label': label,
    spellcheck: language === 'text' ? 'true' : 'false',
    // A scroll area must be reachable by keyboard, even if it is read-only.
    tabindex: '0',
  }),
  EditorState.readOnly.of(isReadOnly),
  ...(language === 'html' ? [html({ autoCloseTags: false }), syntaxHighlighting(colors)] : []),
  liquid,
  marks,
  look,
]

/** Maps the colors of the default light style to theme colors for light and dark. */
const themed: Record<string, string> = {
  '#708': 'var(--series-4)',
  '#219': 'var(--series-1)',
  '#164': 'var(--warn)',
  '#a11': 'var(--good)',
  '#e40': 'var(--series-3)',
  '#00f': 'var(--series-1)',
  '#30a': 'var(--series-4)',
  '#085': 'var(--series-1)',
  '#167': 'var(--series-1)',
  '#256': 'var(--warn)',
  '#00c': 'var(--series-4)',
  '#940': 'var(--faint)',
  '#f00': 'var(--bad)',
}

const colors = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ color, ...spec }) => ({
    ...spec,
    ...(typeof color === 'string' && { color: themed[color] ?? 'var(--soft)' }),
  })),
)

const places = new MatchDecorator({
  regexp: /\{\{.*?\}\}|\{%.*?%\}/g,
  decoration: Decoration.mark({ class: 'cm-liquid' }),
})

/** Highlights Liquid anywhere in the source. */
const liquid = ViewPlugin.define(
  view => ({
    decorations: places.createDeco(view),
    update(update) {
      this.decorations = places.updateDeco(update, this.decorations)
    },
  }),
  { decorations: plugin => plugin.decorations },
)

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in oklab, var(--hover) 60%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-liquid, .cm-liquid *': { color: 'var(--accent)', fontWeight: '600' },
})
