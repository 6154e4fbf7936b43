/** A template as html for a thumbnail: nobody reads it, so the name of a variable is printed in place of its value. */
import type { Fault } from '@posthorn/contract/errors'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { htmlOf } from './content.ts'
import { scopeOf } from './scope.ts'
import type { Content } from './template.ts'
import { prepareTexts, type TemplateText } from './template-text.ts'

/** A list shows many thumbnails at once. */
const largest = 256 * 1024

/** Giving a missing variable a value may reveal more: a condition may be true now. */
const tries = 3

export async function thumbnailOf(
  text: TemplateText,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { html: written, mjml }: Pick<Content, 'html' | 'mjml'>,
): Promise<string | null> {
  const html = written ?? (mjml === null ? null : await htmlOf(text, organizationId, mjml))
  if (html === null || html.length > largest) return null
  const texts = prepareTexts({ html: { kind: 'html', source: html } })
  const variables: Values = {}
  for (let nth = 0; nth < tries; nth++) {
    const [filled] = await text.fill(organizationId, [{ texts, variables: scopeOf(variables, undefined) }])
    if (!filled) throw new Error('a template was not filled in')
    if (!(filled instanceof Refusal)) return filled.html && filled.html.length <= largest ? filled.html : null
    if (filled.code !== 'missing_variable') break
    // `as`: the details of a missing variable are the paths of all that are missing.
    for (const { path } of filled.details as Fault[]) nameAt(variables, path.split('.').slice(1))
  }
  return html
}

type Values = { [name: string]: string | Values }

function nameAt(values: Values, [name = '', ...rest]: readonly string[]): void {
  const known = Object.hasOwn(values, name) ? values[name] : undefined
  const inner = typeof known === 'object' ? known : {}
  if (rest.length > 0) nameAt(inner, rest)
  const value = rest.length > 0 ? inner : (known ?? name)
  // Not by assignment, which would change the prototype for a variable named __proto__.
  Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true })
}
