import { Select } from '#form/inputs.tsx'
import { classes } from '#style/classes.ts'
import { counted } from '#style/figures.ts'
import type { ImportField, Mapping } from './fields.ts'
import { assign, mapRow } from './mapping.ts'
import type { Sheet } from './read-csv.ts'

type Props = {
  name: string
  sheet: Sheet
  mapping: Mapping
  /** Including the new fields that columns could become. */
  fields: readonly ImportField[]
  known: readonly ImportField[]
  needed: readonly string[]
  onMap: (mapping: string[]) => void
}

/** Each column of the file with its first values and the field it maps to. */
export function MappingStep({ name, sheet, mapping, fields, known, needed, onMap }: Props) {
  const options = [
    { value: '', label: 'Skip' },
    ...known.map(({ name, label }) => ({ value: name, label })),
    ...fields
      .filter(field => !known.includes(field))
      .map(({ name, label }) => ({ value: name, label: `New field: ${label}` })),
  ]
  const labels = needed.map(one => fields.find(field => field.name === one)?.label.toLowerCase() ?? one)
  const isMapped = needed.some(one => mapping.includes(one))
  return (
    <div className="space-y-5">
      <p className="text-soft">
        <span className="font-medium text-ink">{name}</span> has {counted(sheet.rows.length, 'row')}. What is in its
        columns?
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {sheet.head.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name and never move
          <li key={at} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-3 py-2 sm:flex-nowrap">
            <div className="min-w-0 grow basis-full sm:basis-0">
              <p className={classes('truncate font-medium', !mapping[at] && 'text-faint')}>{column}</p>
              <p className="truncate text-sm text-faint">{samples(sheet, at) || 'Empty in the first rows'}</p>
            </div>
            <Select
              aria-label={`${column} becomes`}
              className="w-full sm:w-52 sm:shrink-0"
              options={options}
              value={mapping[at] ?? ''}
              onChange={event => onMap(assign(mapping, at, event.target.value))}
            />
          </li>
        ))}
      </ul>
      {isMapped ? (
        <Preview sheet={sheet} mapping={mapping} fields={fields} />
      ) : (
        <p role="status" className="text-sm text-warn">
          Choose the column with the {labels.join(' or the ')}.
        </p>
      )}
    </div>
  )
}

const samples = ({ rows }: Sheet, column: number): string =>
  rows
    .slice(0, 20)
    .map(row => row[column]?.trim())
    .filter(Boolean)
    .slice(0, 3)
    .join(', ')

const previewed = 3

/** The first rows as they will be imported. */
function Preview({ sheet, mapping, fields }: Pick<Props, 'sheet' | 'mapping' | 'fields'>) {
  const used = fields.filter(({ name }) => mapping.includes(name))
  return (
    <div>
      <h3 className="mb-1.5 text-sm font-medium">Preview</h3>
      <section
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg border border-line"
      >
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-b border-line text-faint">
              {used.map(({ name, label }) => (
                <th key={name} scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {sheet.rows.slice(0, previewed).map((cells, nth) => {
              const mapped = mapRow(cells, mapping, fields)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity and never move
                <tr key={nth}>
                  {'problem' in mapped ? (
                    <td colSpan={used.length} className="px-3 py-1.5 text-bad">
                      {mapped.problem}
                    </td>
                  ) : (
                    used.map(({ name }) => (
                      <td key={name} className="max-w-56 truncate px-3 py-1.5 whitespace-nowrap">
                        {shown(mapped.row[name])}
                      </td>
                    ))
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const shown = (value: string | boolean | undefined) =>
  value === undefined ? <span className="text-faint">–</span> : value === true ? 'Yes' : value === false ? 'No' : value
