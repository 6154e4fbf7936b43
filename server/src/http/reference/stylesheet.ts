import { tokens } from '@posthorn/look/tokens'

/** One stylesheet for light and dark, wide and narrow, with the colors of the dashboard. */
export const stylesheet = `${tokens}:root {
  --get: var(--info); --post: var(--good); --put: var(--warn); --patch: var(--series-4); --delete: var(--bad);
  --key: var(--warn); --string: var(--good); --value: var(--series-4);
}
*, *::before, *::after { box-sizing: border-box }
[hidden] { display: none !important }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.65 var(--sans); -webkit-font-smoothing: antialiased }
a { color: var(--accent); text-underline-offset: 3px; text-decoration-thickness: 1px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
p { margin: 0 0 14px; text-wrap: pretty }
code { font: 0.86em/1.5 var(--mono); overflow-wrap: anywhere }
p code, td code, li code { background: var(--hover); border-radius: 5px; padding: 1px 4px }
h1, h2, h3, h4 { line-height: 1.25; letter-spacing: -0.015em; margin: 0; text-wrap: balance }
h1 { font-size: 38px; letter-spacing: -0.025em; margin-bottom: 14px }
h2 { font-size: 27px; margin-bottom: 12px }
h3 { font-size: 21px; margin-bottom: 8px }
h4 { font-size: 15px; letter-spacing: 0; margin: 28px 0 8px }
h3 a { color: inherit; text-decoration: none }
h3 a:hover { color: var(--accent) }
.lead { font-size: 19px; line-height: 1.55; color: var(--soft) }
.aside { font-size: 14.5px; color: var(--soft) }

nav { position: fixed; inset: 0 auto 0 0; width: 284px; overflow-y: auto; overscroll-behavior: contain; background: var(--sunken); border-right: 1px solid var(--line); padding: 24px 16px 48px; scrollbar-width: thin }
.brand { display: flex; align-items: center; gap: 10px; padding: 0 10px; color: var(--ink); font-weight: 600; font-size: 18px; letter-spacing: -0.01em; text-decoration: none }
.brand svg { flex: none }
nav .brand { margin-bottom: 20px }
#filter { width: 100%; margin: 0 0 8px; padding: 7px 10px; font: 14px var(--sans); color: var(--ink); background: var(--canvas); border: 1px solid var(--line-strong); border-radius: var(--radius-control) }
.group { margin-top: 20px }
.group p { margin: 0 0 4px; padding: 0 10px; font-size: 13px; font-weight: 600; color: var(--ink) }
.group p a { color: inherit; text-decoration: none }
nav ul { list-style: none; margin: 0; padding: 0 }
nav li a { display: flex; align-items: center; justify-content: space-between; gap: 10px; padding: 4px 10px; border-radius: 7px; color: var(--soft); font-size: 14px; line-height: 1.4; text-decoration: none }
nav li a:hover { color: var(--ink); background: var(--hover) }
nav li a[aria-current] { color: var(--ink); background: var(--hover); font-weight: 500 }
nav .method { font-size: 9.5px; padding: 0; background: none }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.top, .menu-switch { display: none }

main { margin-left: 284px; padding: 0 48px 96px }
.guide, .operation { display: grid; grid-template-columns: minmax(0, 1fr); gap: 28px 56px; max-width: 1240px; margin: 0 auto; padding: 56px 0; border-bottom: 1px solid var(--line) }
.about { max-width: 720px; min-width: 0 }
.about > :last-child { margin-bottom: 0 }
.examples { min-width: 0 }
.chapter > h2, .chapter > .lead { max-width: 1240px; margin-inline: auto }
.chapter > h2 { font-size: 32px; padding-top: 72px }
.chapter > .lead { margin-bottom: 0 }
.operation { padding: 44px 0 }
main > .chapter:last-child > .operation:last-child { border-bottom: 0 }
@media (min-width: 1180px) {
  .guide, .operation { grid-template-columns: minmax(0, 1fr) minmax(0, 420px) }
  .examples { position: sticky; top: 28px; align-self: start }
  .examples pre { max-height: calc(50vh - 70px); min-height: 44px }
}
@media (min-width: 1500px) { .guide, .operation { grid-template-columns: minmax(0, 1fr) minmax(0, 500px) } }

.method { font: 600 11px/1.6 var(--mono); letter-spacing: 0.02em; padding: 1px 7px; border-radius: 6px; color: var(--c); background: color-mix(in srgb, var(--c) 12%, transparent); flex: none }
.get { --c: var(--get) } .post { --c: var(--post) } .put { --c: var(--put) } .patch { --c: var(--patch) } .delete { --c: var(--delete) }
.route { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; margin-bottom: 14px }
.route code { background: none; padding: 0; font-size: 14px; color: var(--soft) }
.facts { display: flex; flex-wrap: wrap; gap: 4px 22px; font-size: 14px; color: var(--soft); margin-bottom: 4px }
.note { background: var(--sunken); border: 1px solid var(--line); border-radius: var(--radius-card); padding: 10px 14px; font-size: 14.5px }
.links { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px }
.button { display: inline-block; padding: 8px 16px; border-radius: var(--radius-control); font-size: 15px; font-weight: 500; text-decoration: none; background: var(--ink); color: var(--canvas) }
.button:hover { opacity: 0.85 }
.button.quiet { background: none; color: var(--ink); box-shadow: inset 0 0 0 1px var(--line-strong) }
.button.quiet:hover { background: var(--hover); opacity: 1 }

table { width: 100%; border-collapse: collapse; font-size: 14.5px; line-height: 1.55; margin-bottom: 14px }
th { text-align: left; font-size: 12.5px; font-weight: 500; color: var(--faint); padding: 0 16px 6px 0; border-bottom: 1px solid var(--line) }
td { vertical-align: top; padding: 11px 16px 11px 0; border-bottom: 1px solid var(--line) }
tr:last-child td { border-bottom: 0 }
td:last-child, th:last-child { padding-right: 0 }
td p { margin: 0 0 4px }
td p:last-child { margin-bottom: 0 }
.scroll { overflow-x: auto; margin-bottom: 14px; scrollbar-width: thin; background: linear-gradient(90deg, var(--canvas) 40%, transparent) left / 28px 100% no-repeat local, linear-gradient(270deg, var(--canvas) 40%, transparent) right / 28px 100% no-repeat local, linear-gradient(90deg, var(--line), transparent) left / 12px 100% no-repeat, linear-gradient(270deg, var(--line), transparent) right / 12px 100% no-repeat }
.scroll table { margin-bottom: 0 }
.plain td:first-child { white-space: nowrap }
#errors .plain td:nth-child(2) { white-space: nowrap }
.fields thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.fields td:first-child { width: 42% }
.fields tr:first-child td { border-top: 1px solid var(--line) }
.fields .name { background: none; padding: 0; font-weight: 600; font-size: 13.5px; color: var(--ink) }
.prefix { font-weight: 400; color: var(--faint) }
.type { display: block; font-size: 13px; color: var(--faint) }
.required, .optional { margin-left: 8px; font-size: 12px; font-weight: 500 }
.required { color: var(--accent) }
.optional { color: var(--faint); font-weight: 400 }
.limits { font-size: 13px; color: var(--faint) }
.values { line-height: 1.9 }
.values code { font-size: 12.5px }

details { margin-top: 8px }
summary { cursor: pointer; font-size: 14px; color: var(--soft) }
summary:hover { color: var(--ink) }
.returns, .refusals { margin-top: 22px }
.returns > summary, .refusals > summary { font-size: 15px; font-weight: 600; color: var(--ink) }
.returns[open] > summary, .refusals[open] > summary { margin-bottom: 12px }
.returns + .refusals { margin-top: 10px }
.count { margin-left: 4px; font-size: 12px; font-weight: 400; color: var(--faint) }
.refusals ul { list-style: none; margin: 0; padding: 0; font-size: 14.5px }
.refusals li { padding: 7px 0; border-top: 1px solid var(--line) }
.refusals .status { font-size: 13px; color: var(--faint); margin: 0 4px }
.refusals .aside { margin: 10px 0 0 }

.code { margin: 0 0 16px; background: var(--sunken); border: 1px solid var(--line); border-radius: var(--radius-card); overflow: hidden }
.code:last-child { margin-bottom: 0 }
.code figcaption { display: flex; justify-content: space-between; align-items: center; min-height: 38px; padding: 6px 8px 6px 16px; font-size: 13px; color: var(--soft); border-bottom: 1px solid var(--line) }
.code button { font: 12.5px var(--sans); color: var(--soft); background: none; border: 0; border-radius: 6px; padding: 3px 9px; cursor: pointer }
.code button:hover { color: var(--ink); background: var(--line) }
.code pre { margin: 0; padding: 14px 16px; overflow: auto; font-size: 14.5px; line-height: 1.6; tab-size: 2; scrollbar-width: thin }
.code code { overflow-wrap: normal; white-space: pre }
.code .json { white-space: pre-wrap; overflow-wrap: anywhere }
.j-key { color: var(--key) } .j-string { color: var(--string) } .j-value { color: var(--value) }

@media (max-width: 899px) {
  html { scroll-padding-top: 58px }
  .top { display: flex; align-items: center; justify-content: space-between; position: sticky; top: 0; z-index: 2; height: 58px; padding: 0 10px; background: var(--canvas); border-bottom: 1px solid var(--line) }
  .menu-switch { display: block; position: fixed; opacity: 0; pointer-events: none }
  .menu-label { padding: 7px 14px; border-radius: 8px; font-size: 15px; box-shadow: inset 0 0 0 1px var(--line); cursor: pointer }
  .menu-switch:focus-visible ~ .top .menu-label { outline: 2px solid var(--accent) }
  nav { display: none; inset: 58px 0 0 0; width: auto; z-index: 2; border: 0; padding-top: 16px }
  nav .brand { display: none }
  nav li a { padding: 8px 10px; font-size: 16px }
  #filter { font-size: 16px; padding: 10px 12px }
  .menu-switch:checked ~ nav { display: block }
  main { margin-left: 0; padding: 0 20px 64px }
  h1 { font-size: 32px }
  .guide { padding: 40px 0 }
  .operation { padding: 36px 0 }
  .chapter > h2 { padding-top: 52px; font-size: 28px }
}
@media (max-width: 619px) {
  .fields, .fields tbody, .fields tr, .fields td { display: block; width: auto }
  .fields td:first-child { width: auto; border: 0; padding: 12px 0 0 }
  .fields tr:first-child td { border-top: 0 }
  .fields tr:first-child { border-top: 1px solid var(--line) }
  .fields td:last-child { padding: 4px 0 12px }
  .plain { font-size: 14px }
  .plain :is(td, th):not(:last-child) { padding-right: 8px }
  #errors .plain td:nth-child(2) { white-space: normal }
  .code pre { font-size: 14px }
}
@media print { nav, .top, .code button { display: none } main { margin: 0 } }
`
