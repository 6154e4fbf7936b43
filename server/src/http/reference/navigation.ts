import { tags } from '@posthorn/contract/openapi/openapi'
import type { ApiOperation } from '@posthorn/contract/operation'
import { type Html, html, trusted } from '@posthorn/look/html'
import { mark } from '@posthorn/look/mark'
import type { GuideSection } from './guide.ts'
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

const horn = trusted(mark(26))
