import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#style/classes.ts'
import { Field } from './field.tsx'

type Labelled = { label: string; hint?: ReactNode; fault?: string | undefined }

export function TextField({ label, hint, fault, ...input }: Labelled & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {names => <input {...names} {...input} className={classes('field', input.className)} />}
    </Field>
  )
}

export function TextAreaField({ label, hint, fault, ...area }: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {names => <textarea rows={4} {...names} {...area} className={classes('field h-auto! py-1.5', area.className)} />}
    </Field>
  )
}

type Option = { value: string; label: string }

export function SelectField({ label, hint, fault, ...select }: Labelled & SelectProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {names => <Select {...names} {...select} />}
    </Field>
  )
}

type SelectProps = { options: readonly Option[] } & ComponentProps<'select'>

/** Without a visible label it needs an `aria-label`. */
export function Select({ options, className, ...select }: SelectProps) {
  return (
    <span className={classes('relative inline-block', className ?? 'w-full')}>
      <select {...select} className="field appearance-none truncate pr-8!">
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 text-faint"
      />
    </span>
  )
}

export function CheckField({
  label,
  hint,
  ...input
}: { label: ReactNode; hint?: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="flex items-start gap-2.5 py-1">
      <input type="checkbox" {...input} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{label}</span>
        {hint && <span className="block text-sm text-faint">{hint}</span>}
      </span>
    </label>
  )
}
