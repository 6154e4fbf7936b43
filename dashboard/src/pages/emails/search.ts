import { emailStatuses } from '@posthorn/contract/event-names'
import type { Input } from '#api/operation-types.ts'
import { messageFields } from '#messages/message-search.ts'
import { brokenId, type Field, isAddress, isPartOfId, type Values, wholeAddress } from '#search/parse-search.ts'

type Query = NonNullable<Input<'listEmails'>['query']>
type Name = 'to' | 'from' | 'tag' | 'batch' | 'template' | 'id' | 'status' | 'age'

const partHint = (value: string) => {
  const fault = wholeAddress(value)
  return fault && `${fault} Remove the field name to search for part of an address.`
}

export const emailFields: readonly Field<Name>[] = [
  { name: 'to', label: 'To', wrong: partHint },
  { name: 'from', label: 'From', wrong: partHint },
  { name: 'tag', label: 'Tag' },
  { name: 'batch', label: 'Batch' },
  {
    name: 'id',
    label: 'ID',
    wrong: value =>
      isPartOfId(value) ? undefined : `“${value}” is not an ID. Enter at least eight characters of one.`,
  },
  ...messageFields(emailStatuses),
]

/** Fewer characters would match nearly every email. */
const shortest = 3

/** A complete address filters by recipient; other words are searched for. */
export function emailQuery(values: Values<Name>, text: string): { query: Query; problem?: string } {
  const status = emailStatuses.find(one => one === values.status)
  const { to = isAddress(text) ? text : undefined, from, tag, batch, template, id } = values
  const search = isAddress(text) && !values.to ? id : [id, text].filter(Boolean).join(' ')
  const query = {
    ...(to && { to }),
    ...(from && { from }),
    ...(tag && { tag }),
    ...(batch && { batch_id: batch }),
    ...(template && { template_id: template }),
    ...(status && { status }),
    ...(search && { search }),
  }
  const problem =
    id && text
      ? 'An ID matches one email. Search for either the ID or words.'
      : search && search.length < shortest
        ? `Type at least ${shortest} characters.`
        : brokenId(text)
  return { query, ...(problem && { problem }) }
}

type Named = { id: string; friendly_name: string }

/** Adds a filter with templates by name. The current filter value is always an option, even if that template is deleted. */
export function withTemplates(
  fields: readonly Field<Name>[],
  templates: readonly Named[],
  given: string | undefined,
): readonly Field<Name>[] {
  const options = templates.map(({ id, friendly_name }) => ({ value: id, label: friendly_name }))
  if (given && !options.some(({ value }) => value === given)) options.push({ value: given, label: given })
  return options.length > 0 ? [...fields, { name: 'template', label: 'Template', options }] : fields
}
