/** The guide: pages that `npm run build` renders from docs/, served under /docs/guide/. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendFile } from '../packed-file.ts'
import { pageType, readStaticFiles, type StaticFiles } from './static-files.ts'

/** Only the font has a hash in its name. Other files are revalidated; unchanged ones get a 304. */
export const readGuide = (folder: string): StaticFiles =>
  readStaticFiles(folder, path => (path.endsWith('.woff2') ? 'public, max-age=31536000, immutable' : 'no-cache'))

const guidePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Posthorn</title>
<h1>The guide is not built</h1><p>Run <code>npm run build</code>, then start Posthorn again.</p>
<p>The same pages are in the folder <code>docs</code> of the source. The API is described at <a href="/docs">/docs</a>.</p></html>
`

export function guideRoutes(app: FastifyInstance, files: StaticFiles): void {
  const index = files.get('/index.html')
  // Links are relative: without the slash they would resolve against the parent folder.
  app.get('/docs/guide', async (_request, reply) => (index ? reply.redirect('/docs/guide/', 302) : sendNotBuilt(reply)))
  for (const [path, file] of index ? [['/', index] as const, ...files] : []) {
    app.get(`/docs/guide${path}`, (request, reply) =>
      sendFile(request, reply.header('content-security-policy', guidePolicy), file),
    )
  }
}

const sendNotBuilt = (reply: FastifyReply) => reply.code(404).type(pageType).send(notBuilt)
