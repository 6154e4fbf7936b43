/** listmonk uses Go templates: variables and its own links have a counterpart, everything else has none. */
import { keyOfColumn } from '../../../../dashboard/src/csv-import/contact-fields.ts'
import { literally, plainly, printed, type Translated } from './liquid.ts'

const tag = /\{\{-?([^{}]{0,1000})-?\}\}/g

const fixed: Readonly<Record<string, string>> = {
  '.Subscriber.Email': printed('contact.email'),
  '.Subscriber.FirstName': printed('contact.first_name'),
  '.Subscriber.LastName': printed('contact.last_name'),
  '.Subscriber.Name': `${printed('contact.first_name')} ${printed('contact.last_name')}`,
  UnsubscribeURL: '{{ unsubscribe_url }}',
  'UnsubscribeURL .': '{{ unsubscribe_url }}',
  ManageURL: '{{ preferences_url }}',
  'ManageURL .': '{{ preferences_url }}',
  // Open tracking is an option of the email here.
  TrackView: '',
  'TrackView .': '',
}

export function goToLiquid(source: string): Translated {
  const untranslated: string[] = []
  let liquid = ''
  let at = 0
  for (const found of source.matchAll(tag)) {
    const [whole, inside = ''] = found
    liquid += plainly(source.slice(at, found.index))
    at = found.index + whole.length
    const ours = translate(inside.trim())
    if (ours === undefined) untranslated.push(whole)
    liquid += ours ?? literally(whole)
  }
  liquid += plainly(source.slice(at))
  return { liquid: liquid.replaceAll('@TrackLink', ''), untranslated }
}

function translate(expression: string): string | undefined {
  const known = fixed[expression]
  if (known !== undefined) return known
  const attribute = /^\.Subscriber\.Attribs\.(\w{1,50})$/.exec(expression)?.[1]
  if (attribute) return printed(`contact.properties.${keyOfColumn(attribute) ?? attribute}`)
  const data = /^\.Tx\.Data\.([A-Za-z_]\w{0,99}(?:\.\w{1,99})*)$/.exec(expression)?.[1]
  if (data) return printed(data)
  return /^TrackLink "([^"{}]*)"(?: \.)?$/.exec(expression)?.[1]
}
