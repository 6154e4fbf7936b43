/** One input for each custom field of the environment. */
import type { ContactField } from '@posthorn/contract/audience/contact-fields'
import type { GivenProperties, Properties, PropertyValue } from '@posthorn/contract/audience/contact-properties'
import { maxPropertyText } from '@posthorn/contract/audience/contact-properties'
import { faultOf } from '#api/failure.ts'
import { SelectField, TextField } from '#form/inputs.tsx'

const nameOf = ({ key }: ContactField): string => `properties.${key}`

export const inputNames = (fields: readonly ContactField[]): string[] => fields.map(nameOf)

const flags = [
  { value: '', label: 'Not set' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

type Props = { fields: readonly ContactField[]; properties?: Properties | undefined; error: Error | null }

export const PropertyInputs = ({ fields, properties = {}, error }: Props) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {fields.map(field => {
      const { key, type } = field
      const own = { label: key, name: nameOf(field), fault: faultOf(error, nameOf(field)) }
      const value = shown(type, Object.hasOwn(properties, key) ? properties[key] : undefined)
      if (type === 'boolean') return <SelectField key={key} {...own} options={flags} defaultValue={value} />
      const input =
        type === 'number'
          ? ({ type: 'number', step: 'any' } as const)
          : ({ maxLength: maxPropertyText, ...(type === 'date' && { placeholder: '2027-01-31' }) } as const)
      return <TextField key={key} {...own} {...input} autoComplete="off" defaultValue={value} />
    })}
  </div>
)

/** Midnight UTC is shown as the date alone. */
const shown = (type: ContactField['type'], value: PropertyValue | undefined): string =>
  value === undefined ? '' : type === 'date' ? String(value).replace(/T00:00:00\.000Z$/, '') : String(value)

/** The values that the form changes; null for emptied ones. */
export function readInputs(
  fields: readonly ContactField[],
  value: (name: string) => string,
  before: Properties = {},
): GivenProperties {
  const changed = fields.flatMap(field => {
    const { key, type } = field
    const text = value(nameOf(field)).trim()
    if (text === shown(type, Object.hasOwn(before, key) ? before[key] : undefined)) return []
    const given = text === '' ? null : type === 'number' ? Number(text) : type === 'boolean' ? text === 'true' : text
    return [[key, given] as const]
  })
  return Object.fromEntries(changed)
}
