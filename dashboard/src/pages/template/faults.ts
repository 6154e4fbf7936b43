/** What the server refuses in a template, and where that is. */
import { faultIn } from '#api/failure.ts'
import type { Kind, Source } from './draft.ts'

export type FaultyPart = {
  name: Source
  label: string
  message: string
  line: number | undefined
  column: number
}

const labels: Record<Source, string> = { subject: 'Subject', html: 'HTML', mjml: 'MJML', text: 'Text' }

/** In the order on screen. */
export const faultyParts = (error: Error | null, kind: Kind): FaultyPart[] =>
  (['subject', kind, 'text'] as const).flatMap(name => {
    const fault = faultIn(error, name)
    if (!fault) return []
    const { line, column = 1 } = fault
    // The line is shown separately.
    const message = line === undefined ? fault.message : fault.message.replace(/^line \d+: /, '')
    return [{ name, label: labels[name], message, line, column }]
  })
