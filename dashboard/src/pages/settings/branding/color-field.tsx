import { Field } from '#form/field.tsx'

type Props = { value: string; fault: string | undefined; onChange: (color: string) => void }

/** A color, picked or typed. Empty means the plain look. */
export function ColorField({ value, fault, onChange }: Props) {
  const isColor = /^#[0-9a-f]{6}$/i.test(value)
  return (
    <Field
      label="Color"
      hint="The button color, such as #2f52d0. The button text is black or white, whichever is easier to read."
      fault={fault}
    >
      {names => (
        <div className="flex gap-2">
          <input
            {...names}
            className="field max-w-32 font-mono"
            value={value}
            maxLength={7}
            placeholder="#2f52d0"
            autoComplete="off"
            spellCheck={false}
            onChange={event => onChange(event.target.value)}
          />
          <input
            type="color"
            aria-label="Choose color"
            className="h-9 w-12 rounded-md border border-line-strong bg-raised p-1 md:h-8"
            value={isColor ? value : '#17171c'}
            onChange={event => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
