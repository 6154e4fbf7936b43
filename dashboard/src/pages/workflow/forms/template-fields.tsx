import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#api/queries.ts'
import { TextField } from '#form/inputs.tsx'
import { isObject } from '../definition.ts'
import { useChoices } from '../use-names.ts'
import { type ConfigProps, ConfigSelect, setIn, textIn, without } from './config-fields.tsx'
import { JsonField } from './json-field.tsx'
import { requiredVariables } from './required-variables.ts'

/** The variables that a run provides to every template. */
const ofRuns = ['contact', 'trigger']

type Props = ConfigProps & {
  /** The variables that are always provided. */
  given?: readonly string[]
  /** Shows the JSON field only if the template needs more than texts, or if it has a value. */
  isShort?: boolean
}

/** A template and a field for each of its variables. */
export function TemplateFields({ config, onChange, fault, given = ofRuns, isShort = false }: Props) {
  const { templates } = useChoices()
  const name = config.template_friendly_name
  const template = templates.find(({ id, friendly_name }) =>
    typeof name === 'string' ? friendly_name === name : id === config.template_id,
  )
  const chosen = typeof name === 'string' ? { template_id: template?.id ?? name } : config
  const options = templates.map(({ id, friendly_name, published_version }) => ({
    value: id,
    label: published_version === undefined ? `${friendly_name} (not published)` : friendly_name,
  }))
  return (
    <>
      <ConfigSelect
        config={chosen}
        name="template_id"
        label="Template"
        options={options}
        hint="Uses the version that is published when the email is sent."
        onChange={({ template_id }) =>
          onChange(setIn(without(config, ['template_id', 'template_friendly_name']), 'template_id', template_id))
        }
        fault={() => fault('template_id') ?? fault('template_friendly_name')}
      />
      <Variables
        id={template?.id}
        version={template?.published_version}
        {...{ config, onChange, fault, given, isShort }}
      />
    </>
  )
}

type VariablesProps = Required<Props> & { id: string | undefined; version: number | undefined }

function Variables({ id = '', version, config, onChange, fault, given, isShort }: VariablesProps) {
  const published = useQuery({
    ...queryOf('getTemplateVersion', { params: { id, version: String(version) } }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const values = isObject(config.variables) ? config.variables : {}
  const { fields, others } = requiredVariables(published.data?.variables ?? [], given)
  const change = (next: unknown) => onChange(setIn(config, 'variables', next))
  return (
    <>
      {fields.map(name => (
        <TextField
          key={name}
          label={name}
          value={textIn(values, name)}
          placeholder="No value"
          hint="A variable in the template."
          onChange={({ target }) => {
            const next = setIn(values, name, target.value)
            change(Object.keys(next).length > 0 ? next : undefined)
          }}
          fault={fault(`variables.${name}`)}
        />
      ))}
      {(!isShort || others.length > 0 || config.variables !== undefined) && (
        <JsonField
          label={fields.length > 0 ? 'All variables (JSON)' : 'Variables'}
          rows={3}
          value={config.variables}
          placeholder='{"plan": "Pro"}'
          hint={
            others.length > 0
              ? `In addition to ${given.join(' and ')}, which every template gets. This one uses ${others.join(', ')}.`
              : `In addition to ${given.join(' and ')}, which every template gets.`
          }
          onChange={change}
          fault={fields.some(name => fault(`variables.${name}`)) ? undefined : fault('variables')}
        />
      )}
    </>
  )
}
