/**
 * Shows untrusted HTML. The frame has no scripts, no forms, no origin and no access to its parent. Its CSP allows styles,
 * and images only on request, because an image tells the sender who is looking.
 */
import { useMemo } from 'react'
import { hasDarkStyles, inScheme, type Scheme } from './color-scheme.ts'

type Props = {
  html: string
  title: string
  areImagesShown?: boolean
  /** Light by default. An email without dark styles does not change. */
  scheme?: Scheme
  /** For viewing only: neither clicks nor the keyboard reach it. */
  isInert?: boolean
  className?: string
}

export function MailFrame({ html, title, areImagesShown = false, scheme = 'light', isInert, className }: Props) {
  const shown = scheme === 'dark' && hasDarkStyles(html) ? 'dark' : 'light'
  const document = useMemo(() => guarded(html, areImagesShown, shown), [html, areImagesShown, shown])
  return (
    <iframe
      // A new frame for each document: Chromium may keep the old one if it changes while the first still loads.
      key={document}
      title={title}
      sandbox={isInert ? '' : 'allow-popups allow-popups-to-escape-sandbox'}
      referrerPolicy="no-referrer"
      srcDoc={document}
      style={{ colorScheme: shown }}
      {...(isInert && { inert: true, 'aria-hidden': true, tabIndex: -1 })}
      className={className ?? 'h-[36rem] w-full rounded-lg border border-line bg-white'}
    />
  )
}

const paper = { light: 'color:#111;background:#fff', dark: 'color:#eee;background:#121214' }

function guarded(html: string, areImagesShown: boolean, scheme: Scheme): string {
  const images = areImagesShown ? 'data: https: http:' : 'data:'
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; font-src data:; form-action 'none'; base-uri 'none'`
  // The CSP comes before any of the message, so that nothing in it loads before the CSP applies.
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="color-scheme" content="${scheme}"><base target="_blank"><style>body{margin:16px;font:15px/1.5 system-ui,sans-serif;${paper[scheme]};overflow-wrap:anywhere}img{max-width:100%}</style>${inScheme(html, scheme)}`
}
