/** Fields of a config. An emptied value is removed: the API has a default or reports it as missing. */
import type { ReactNode } from 'react'
import { SelectField, TextAreaField, TextField } from '#form/inputs.tsx'
import type { Config, Definition, Step } from '../definition.ts'
import { useChoices } from '../use-names.ts'

export type ConfigProps = {
  config: Config
  onChange: (config: Config) => void
  /** The server's message about a field. */
  fault: (field: string) => string | undefined
}
export type StepFormProps = ConfigProps & { step: Step; definition: Definition; trigger: Config }

export function setIn(config: Config, name: string, value: unknown): Config {
  const { [name]: _before, ...rest } = config
  return value === undefined || value === '' ? rest : { ...config, [name]: value }
}

export const without = (config: Config, names: readonly string[]): Config =>
  Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)))

export const textIn = (config: Config, name: string): string => {
  const value = config[name]
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}

type FieldProps = ConfigProps & { name: string; label: string; hint?: ReactNode; placeholder?: string }

export const ConfigText = ({ config, onChange, fault, name, ...field }: FieldProps & { type?: string }) => (
  <TextField
    {...field}
    value={textIn(config, name)}
    onChange={({ target }) => onChange(setIn(config, name, target.value))}
    fault={fault(name)}
  />
)

export const ConfigArea = ({
  config,
  onChange,
  fault,
  name,
  ...field
}: FieldProps & { rows?: number; className?: string }) => (
  <TextAreaField
    {...field}
    value={textIn(config, name)}
    onChange={({ target }) => onChange(setIn(config, name, target.value))}
    fault={fault(name)}
  />
)

type SelectProps = Omit<FieldProps, 'placeholder'> & { options: readonly { value: string; label: string }[] }

/** An unknown current value is added to the options, so that opening the form changes nothing. */
export function ConfigSelect({ config, onChange, fault, name, options, ...field }: SelectProps) {
  const value = textIn(config, name)
  const isKnown = options.some(option => option.value === value)
  return (
    <SelectField
      {...field}
      options={isKnown ? options : [...options, { value, label: value || 'Choose…' }]}
      value={value}
      onChange={({ target }) => onChange(setIn(config, name, target.value))}
      fault={fault(name)}
    />
  )
}

type TopicProps = ConfigProps & { label?: string; none?: string; hint?: ReactNode }

/** A segment by name; `none` is the label for no segment. */
export function SegmentSelect({ label = 'Segment', none, ...field }: TopicProps) {
  const { segments } = useChoices()
  const options = [
    ...(none ? [{ value: '', label: none }] : []),
    ...segments.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return <ConfigSelect {...field} name="segment_id" label={label} options={options} />
}

export function TopicSelect({ label = 'Topic', none, ...field }: TopicProps) {
  const { topics } = useChoices()
  const options = [
    ...(none ? [{ value: '', label: none }] : []),
    ...topics.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return <ConfigSelect {...field} name="topic_id" label={label} options={options} />
}
