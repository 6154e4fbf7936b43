/** What this version does not do yet is said wherever a reader would expect it, and nothing is said once it does all. */
import { tags } from '@posthorn/contract/openapi'
import type { OperationId } from '@posthorn/contract/operations'
import { type Html, html } from './html.ts'
import type { Setting } from './setting.ts'
import { tagAnchor } from './tag-anchor.ts'

export const isBuilt = ({ notBuiltYet }: Setting, id: string): boolean => !notBuiltYet.includes(id)

export const soonBadge: Html = html`<span class="soon">soon<span class="unseen">: not built yet</span></span>`

/** Which groups are built and which are not, in one line. */
export function readinessNote(setting: Setting): Html | undefined {
  const groups = tags.map(({ name }) => ({
    link: html`<a href="#${tagAnchor(name)}">${name}</a>`,
    ...count(name, setting),
  }))
  const ready = groups.filter(({ built }) => built > 0)
  const coming = groups.filter(({ missing }) => missing > 0)
  if (coming.length === 0) return undefined
  return html`<p class="note">${ready.length > 0 && html`Built so far: ${inWords(ready.map(readyPart))}. `}Marked
<q>soon</q>, and answering 501 until then: ${inWords(coming.map(comingPart))}.</p>`
}

type Group = { link: Html; built: number; missing: number }

function count(tag: string, setting: Setting): Omit<Group, 'link'> {
  const own = setting.operations.filter(operation => operation.tag === tag)
  const built = own.filter(({ id }) => isBuilt(setting, id)).length
  return { built, missing: own.length - built }
}

const readyPart = ({ link, missing }: Group): Html => (missing > 0 ? html`part of ${link}` : link)
const comingPart = ({ link, built }: Group): Html => (built > 0 ? html`the rest of ${link}` : link)

/** For a text about what these operations do together, while some of them are missing. */
export function needsNote(setting: Setting, ids: readonly OperationId[]): Html | undefined {
  const missing = setting.operations.filter(({ id }) => ids.some(needed => needed === id) && !isBuilt(setting, id))
  if (missing.length === 0) return undefined
  const links = missing.map(({ id, summary }) => html`<a href="#${id}">${summary}</a>`)
  return html`<p class="note">Still to come in a later version: ${inWords(links)}. What follows says how it will work.</p>`
}

const list = new Intl.ListFormat('en-GB')

function inWords(items: readonly Html[]): Html {
  const parts = list.formatToParts(items.map((_, index) => String(index)))
  return html`${parts.map(({ type, value }) => (type === 'element' ? items[Number(value)] : value))}`
}
