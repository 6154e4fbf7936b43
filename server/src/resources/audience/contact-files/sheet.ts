/** Maps the columns of a file to fields, and its rows to contacts. Pure. */
import { type ContactFile, type FileField, fileFields } from '@posthorn/contract/audience/contact-files'
import { isSubscribed, yesOrNo } from '@posthorn/contract/audience/yes-or-no'
import type { Fault } from '@posthorn/contract/errors'
import type { ContactRow } from '../contacts/import.ts'
import { type Fields, undeclared } from '../fields/field.ts'
import type { Plan } from './file-import.ts'

type Columns = Pick<Plan, 'fields' | 'properties'>

/** Maps the names in the first line; faults are messages for the caller. */
export function readColumns(
  head: readonly string[],
  columns: ContactFile['columns'] | undefined,
  own: Fields,
): Columns | { faults: Fault[] } {
  const names = head.map(name => name.trim())
  const faults: Fault[] = []
  const placeOf = (path: string, name: string): number => {
    const place = names.indexOf(name)
    if (place < 0) faults.push({ path, message: `must name a column of the file, which has: ${shown(names)}` })
    return place
  }
  const { properties = {}, ...given } = columns ?? {}
  const fields: Partial<Record<FileField, number>> = {}
  for (const field of fileFields) {
    const name = given[field]
    if (name !== undefined) fields[field] = placeOf(`columns.${field}`, name)
    else if (names.includes(field)) fields[field] = names.indexOf(field)
  }
  const places: Record<string, number> = {}
  for (const [key, name] of Object.entries(properties)) {
    const path = `columns.properties.${key.slice(0, 64)}`
    if (!own.has(key)) faults.push({ path, message: undeclared(own, key) })
    else places[key] = placeOf(path, name)
  }
  if (fields.email === undefined && fields.phone_number === undefined)
    faults.push({
      path: 'columns',
      message: `must say which column is email or phone_number; the file has: ${shown(names)}`,
    })
  return faults.length > 0 ? { faults } : { fields, properties: places }
}

const shown = (names: readonly string[]): string => {
  const some = names.slice(0, 20).map(name => name.slice(0, 50))
  return names.length > some.length ? `${some.join(', ')} …` : some.join(', ')
}

const maxCellLength = 1_000

/** A row for POST /v1/contacts/import, or the reason why it is refused. */
export function toContactRow({ fields, properties, topics }: Plan, cells: readonly string[]): ContactRow | string {
  const cell = (place: number | undefined): string | undefined =>
    place === undefined ? undefined : cells[place]?.trim() || undefined
  const used = [...Object.values(fields), ...Object.values(properties)].map(cell)
  if (used.some(text => (text?.length ?? 0) > maxCellLength)) return 'a cell has at most 1,000 characters'
  const subscribed = answer(cell(fields.email_subscribed), isSubscribed)
  const unsubscribed = answer(cell(fields.unsubscribed), yesOrNo)
  const texts = answer(cell(fields.sms_subscribed), isSubscribed)
  for (const [name, value] of Object.entries({ email_subscribed: subscribed, unsubscribed, sms_subscribed: texts }))
    if (value === 'neither') return `${name} must be yes or no`
  const own = Object.entries(properties).flatMap(([key, place]) => {
    const text = cell(place)
    return text === undefined ? [] : [[key, text] as const]
  })
  return {
    email: cell(fields.email),
    phone_number: cell(fields.phone_number),
    first_name: cell(fields.first_name),
    last_name: cell(fields.last_name),
    email_subscribed:
      unsubscribed === true ? false : unsubscribed === false ? subscribed !== false : orNothing(subscribed),
    sms_subscribed: orNothing(texts),
    ...(own.length > 0 && { properties: Object.fromEntries(own) }),
    topics,
  }
}

type Answer = boolean | 'neither' | undefined

const answer = (text: string | undefined, meaning: (text: string) => boolean | undefined): Answer =>
  text === undefined ? undefined : (meaning(text) ?? 'neither')

const orNothing = (answer: Answer): boolean | undefined => (answer === 'neither' ? undefined : answer)
