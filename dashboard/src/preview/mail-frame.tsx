/**
 * Shows HTML that strangers wrote. The frame has no scripts, no forms, no origin and no way to its parent; its policy
 * lets in styles, and pictures only when they were asked for, since a picture tells its sender who looks.
 */
import { useMemo } from 'react'

type Props = { html: string; title: string; areImagesShown?: boolean; className?: string }

export function MailFrame({ html, title, areImagesShown = false, className }: Props) {
  const document = useMemo(() => guarded(html, areImagesShown), [html, areImagesShown])
  return (
    <iframe
      // A new one for each document: Chromium may keep the old one when it changes while the first still loads.
      key={document}
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={document}
      className={className ?? 'h-[36rem] w-full rounded-lg border border-line bg-white'}
    />
  )
}

function guarded(html: string, areImagesShown: boolean): string {
  const images = areImagesShown ? 'data: https: http:' : 'data:'
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; font-src data:; form-action 'none'; base-uri 'none'`
  // The policy comes before anything of the message, so that nothing in it can run ahead of the policy.
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="color-scheme" content="light"><base target="_blank"><style>body{margin:16px;font:15px/1.5 system-ui,sans-serif;color:#111;background:#fff;overflow-wrap:anywhere}img{max-width:100%}</style>${html}`
}
