import { tags } from '@posthorn/contract/openapi'
import type { ApiOperation } from '@posthorn/contract/operation'
import type { GuideSection } from './guide.ts'
import { type Html, html } from './html.ts'
import { methodBadge } from './operation-section.ts'
import type { Setting } from './setting.ts'
import { tagAnchor } from './tag-anchor.ts'

export function navigation(guide: readonly GuideSection[], setting: Setting): Html {
  const groups = tags.map(({ name }) => group(name, setting))
  return html`
<input type="checkbox" id="menu" class="menu-switch" aria-label="Show the menu">
<header class="top">
  <a class="brand" href="#introduction">${horn}<span>Posthorn</span></a>
  <label for="menu" class="menu-label">Menu</label>
</header>
<nav aria-label="Contents">
  <a class="brand" href="#introduction">${horn}<span>Posthorn</span></a>
  <input type="search" id="filter" placeholder="Filter" aria-label="Filter the operations" hidden>
  <div class="group"><p>Guide</p><ul>${guide.map(guideEntry)}</ul></div>
  ${groups}
  <div class="group"><ul><li><a href="/docs/guide/">Guide and recipes</a></li><li><a href="/openapi.json">OpenAPI document</a></li></ul></div>
</nav>`
}

const guideEntry = ({ id, title }: GuideSection): Html => html`<li><a href="#${id}"><span>${title}</span></a></li>`

function group(name: string, setting: Setting): Html | undefined {
  const own = setting.operations.filter(({ tag }) => tag === name)
  if (own.length === 0) return undefined
  return html`<div class="group"><p><a href="#${tagAnchor(name)}">${name}</a></p><ul>${own.map(entry)}</ul></div>`
}

const entry = ({ id, method, summary, path }: ApiOperation): Html =>
  html`<li><a href="#${id}" title="${path}"><span>${summary}</span>${methodBadge(method)}</a></li>`

/** The horn: a coil, its mouthpiece and its bell. */
const horn = html`<svg viewBox="0 0 32 32" width="26" height="26" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="14" cy="17" r="7.5"/><path d="M3 9.5h11.5c4 0 6.500 2 9 0l5-4v12.500l-5-4c-1-.8-2-1-3-1"/></svg>`
