/** Lets index.html paint its frame from the first bytes: colors, font and frame are inlined, and nothing blocks them. */
import { readFileSync } from 'node:fs'
import { fontFace } from '@posthorn/look/font-face'
import { fontPath } from '@posthorn/look/font-file'
import { mark } from '@posthorn/look/mark'
import { tokens } from '@posthorn/look/tokens'
import type { Plugin } from 'vite'

const read = (name: string): string => readFileSync(new URL(`shell/${name}`, import.meta.url), 'utf8')

const look = () => `<link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin />
<style>${fontFace(fontPath)}${tokens}${squeezed(read('shell.css'))}</style>
<script>${read('before-paint.js').replaceAll(/^\/\/.*\n/gm, '')}</script>`

export const pageShell = (): Plugin => ({
  name: 'posthorn-page-shell',
  transformIndexHtml: {
    order: 'post',
    // Functions as replacements: in a string, a `$` would be a replacement pattern.
    handler: page =>
      behindTheShell(page)
        .replace('<!-- look -->', () => look())
        .replaceAll('<!-- mark -->', () => mark(24)),
  },
})

/**
 * A stylesheet in the head blocks all painting; at the end of the body it blocks only what follows it, including scripts.
 */
function behindTheShell(page: string): string {
  const late = /[ \t]*<(?:link rel="stylesheet"[^>]*>|script type="module"[^>]*><\/script>)\n?/g
  const [styles, scripts] = [/<link/, /<script/].map(kind =>
    (page.match(late) ?? []).filter(tag => kind.test(tag)).join(''),
  )
  return page.replace(late, '').replace('  </body>', () => `${styles}${scripts}  </body>`)
}

const squeezed = (css: string): string => css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, ' ')
