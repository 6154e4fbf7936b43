/** Highlighted lines in the editor: the faulty one, with the message below it, and those of the selected block. */
import { type EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

export type Marks = {
  /** Counted from 1. */
  fault?: { line: number; message: string } | undefined
  chosen?: { from: number; to: number } | undefined
}

export const setMarks = StateEffect.define<Marks>()

const faultySign = new (class extends GutterMarker {
  override elementClass = 'cm-faulty-number'
})()
/** The message is CSS content: an element in the text could be selected and overwritten with it. */
const faultyLine = (message: string) => Decoration.line({ class: 'cm-faulty', attributes: { 'data-fault': message } })
const chosenLine = Decoration.line({ class: 'cm-chosen' })

/** If the source has become shorter, the last line. */
const lineAt = ({ doc }: EditorState, line: number) => doc.line(Math.min(Math.max(line, 1), doc.lines))

function decorationsOf(state: EditorState, { fault, chosen }: Marks): DecorationSet {
  const lines: { at: number; decoration: Decoration }[] = []
  if (chosen) {
    const last = state.doc.lineAt(Math.min(chosen.to, state.doc.length)).number
    const first = state.doc.lineAt(Math.min(chosen.from, state.doc.length)).number
    for (let line = first; line <= last; line++) lines.push({ at: state.doc.line(line).from, decoration: chosenLine })
  }
  if (fault) lines.push({ at: lineAt(state, fault.line).from, decoration: faultyLine(fault.message) })
  return Decoration.set(
    lines.map(({ at, decoration }) => decoration.range(at)),
    true,
  )
}

const decorations = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const given = transaction.effects.find(effect => effect.is(setMarks))
    return given ? decorationsOf(transaction.state, given.value) : shown.map(transaction.changes)
  },
  provide: field => EditorView.decorations.from(field),
})

const signs = StateField.define({
  create: () => new RangeSetBuilder<GutterMarker>().finish(),
  update(shown, transaction) {
    const given = transaction.effects.find(effect => effect.is(setMarks))
    if (!given) return shown.map(transaction.changes)
    const built = new RangeSetBuilder<GutterMarker>()
    const { fault } = given.value
    if (fault) {
      const { from } = lineAt(transaction.state, fault.line)
      built.add(from, from, faultySign)
    }
    return built.finish()
  },
  provide: field => gutterLineClass.from(field),
})

const look = EditorView.theme({
  '.cm-faulty': { backgroundColor: 'color-mix(in oklab, var(--bad) 14%, transparent)' },
  '.cm-faulty-number': { backgroundColor: 'var(--bad)', color: 'var(--canvas)', fontWeight: '700' },
  '.cm-faulty::after': {
    content: 'attr(data-fault)',
    display: 'block',
    color: 'var(--bad)',
    fontFamily: 'var(--font-sans)',
    whiteSpace: 'pre-wrap',
  },
  '.cm-chosen': { boxShadow: 'inset 3px 0 var(--accent)' },
})

export const marks: Extension = [decorations, signs, look]
