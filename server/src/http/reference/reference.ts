import { tags } from '@posthorn/contract/openapi/openapi'
import type { ApiOperation } from '@posthorn/contract/operation'
import { fontFace } from '@posthorn/look/font-face'
import { fontPath } from '@posthorn/look/font-file'
import { type Html, html, trusted } from '@posthorn/look/html'
import { guide } from './guide.ts'
import { navigation } from './navigation.ts'
import { operationSection } from './operation-section.ts'
import { prose } from './prose.ts'
import { referenceScript } from './script.ts'
import type { ErrorList, Setting } from './setting.ts'
import { stylesheet } from './stylesheet.ts'
import { tagAnchor } from './tag-anchor.ts'

export type Reference = {
  operations: readonly ApiOperation[]
  errors: ErrorList
  /** The public URL of the service, used in every example. */
  baseUrl: string
}

/** The reference as one HTML page that loads only the font and works without its script. */
export function renderReference({ operations, errors, baseUrl }: Reference): string {
  const setting: Setting = { baseUrl: baseUrl.replace(/\/+$/, ''), errors, operations }
  const sections = guide(setting)
  const chapters = tags.map(tag => chapter(tag, setting))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Posthorn API reference</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin>
<style>${trusted(fontFace(fontPath) + stylesheet)}</style>
</head>
<body>
${navigation(sections, setting)}
<main>
${sections.map(({ id, content }) => html`<section class="guide" id="${id}">${content}</section>`)}
${chapters}
</main>
<script>${trusted(referenceScript)}</script>
</body>
</html>
`
  return page.markup
}

function chapter(tag: (typeof tags)[number], setting: Setting): Html | undefined {
  const own = setting.operations.filter(operation => operation.tag === tag.name)
  if (own.length === 0) return undefined
  return html`
<section class="chapter" id="${tagAnchor(tag.name)}">
<h2>${tag.name}</h2>
<p class="lead">${prose(tag.description)}</p>
${own.map(operation => operationSection(operation, setting))}
</section>`
}
