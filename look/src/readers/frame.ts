/**
 * The frame of all pages for email recipients: logo, color and name of the organization that wrote to them. Everything in it comes from a
 * tenant: it is text or a validated color, never markup. No scripts, and nothing from other servers.
 */
import { textOn } from '../contrast.ts'
import { fontFace } from '../font-face.ts'
import { type Html, html, trusted } from '../html.ts'
import { tokens } from '../tokens.ts'
import { frameStyle } from './frame-style.ts'

export type Brand = {
  name: string
  /** #rrggbb */
  color: string | null
  website: string | null
  /** `path` is the URL of the image. */
  logo: { path: string; width: number; height: number } | null
}

type Frame = { title: string; brand?: Brand; fontPath: string }

/** Without an icon, browsers request /favicon.ico and log an error. */
const noIcon = 'data:,'

export const readerPage = ({ title, brand, fontPath }: Frame, content: Html): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title>
<link rel="icon" href="${brand?.logo?.path ?? noIcon}">
<style>${trusted(fontFace(fontPath) + tokens + colorsOf(brand) + frameStyle)}</style></head>
<body>${brand && head(brand)}<main>${content}</main>${brand && foot(brand)}</body></html>
`.markup

/** The color is validated here, too, because values in a stylesheet are not escaped. */
function colorsOf(brand: Brand | undefined): string {
  const color = brand?.color ?? ''
  if (!/^#[0-9a-f]{6}$/i.test(color)) return ':root{--brand:var(--ink);--on-brand:var(--canvas)}'
  return `:root{--brand:${color};--on-brand:${textOn(color)}}`
}

const head = ({ name, logo }: Brand): Html =>
  logo
    ? html`<header><img src="${logo.path}" width="${logo.width}" height="${logo.height}" alt="${name}"></header>`
    : html`<header>${name}</header>`

function foot({ website }: Brand): Html | false {
  const url = website === null ? null : URL.parse(website)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return html`<footer><a href="${url.href}" rel="noreferrer noopener">${url.host}</a></footer>`
}
