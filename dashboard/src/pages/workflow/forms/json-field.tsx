import { type ReactNode, useEffect, useRef, useState } from 'react'
import { TextAreaField } from '#form/inputs.tsx'
import { isSameJson } from '../same-json.ts'

type Props = {
  label: string
  value: unknown
  /** Called with undefined when the field is emptied. Not called while the input is invalid JSON. */
  onChange: (value: unknown) => void
  hint?: ReactNode
  fault?: string | undefined
  rows?: number
  placeholder?: string
}

/** Any JSON, for values without a form. */
export function JsonField({ label, value, onChange, rows = 5, fault, ...field }: Props) {
  const [typed, setTyped] = useState(() => write(value))
  const [problem, setProblem] = useState<string>()
  const own = useRef(value)
  // Takes over changes from elsewhere; typed text stays as it was typed.
  useEffect(() => {
    if (isSameJson(own.current, value)) return
    own.current = value
    setTyped(write(value))
    setProblem(undefined)
  }, [value])

  const type = (text: string) => {
    setTyped(text)
    try {
      const parsed: unknown = text.trim() === '' ? undefined : JSON.parse(text)
      setProblem(undefined)
      own.current = parsed
      onChange(parsed)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This is not valid JSON.')
    }
  }
  return (
    <TextAreaField
      {...field}
      label={label}
      rows={rows}
      spellCheck={false}
      className="font-mono text-xs!"
      value={typed}
      fault={problem ?? fault}
      onChange={({ target }) => type(target.value)}
    />
  )
}

const write = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))
