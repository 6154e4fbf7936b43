import type { HtmlChanges } from '../transport.ts'
import { changeHtml, findMarks } from './links.ts'

const change = (html: string, changes: Partial<HtmlChanges>): string =>
  changeHtml(html, findMarks(html), { toAddress: () => undefined, fill: text => text, ...changes })

export const rewriteLinks = (html: string, toAddress: HtmlChanges['toAddress']) => change(html, { toAddress })
export const addPixel = (html: string, pixel: string) => change(html, { pixel })
export const addHoneypot = (html: string, honeypot: string) => change(html, { honeypot })
