/**
 * The shared custom properties of the dashboard, the reference, the guide and the pages for email recipients. The theme follows the
 * system, unless the page sets `data-theme`.
 */
import { type Colors, dark, light } from './colors.ts'
import { fontFallback, fontFamily } from './font-face.ts'

const properties = (colors: Colors): string =>
  Object.entries(colors)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

export const tokens = `
:root{color-scheme:light dark;${properties(light)};
--accent:var(--live);--radius-card:0.625rem;--radius-control:0.4375rem;
--sans:"${fontFamily}","${fontFallback}",ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
--mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${properties(dark)}}}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark;${properties(dark)}}
`
