/** The dashboard's pages. */
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '../packed-file.ts'
import { pageType, readStaticFiles, type StaticFiles } from '../pages/static-files.ts'

export const readDashboard = (folder: string): StaticFiles => readStaticFiles(folder, cachingOf)

/** Vite puts files with a hash in their name into assets. The page that references them must always be current. */
function cachingOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return path === '/index.html' ? 'no-store' : 'no-cache'
}

/**
 * Only our own scripts run. Styles and images are open: an email is shown in a sandboxed frame that inherits this policy, and
 * the frame's own policy blocks images until the user asks for them.
 */
const policyWith = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "connect-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "font-src 'self' data:",
    "frame-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Posthorn</title>
<h1>The dashboard is not built</h1><p>Run <code>npm run build</code>, then start Posthorn again.</p>
<p>The API works without it: see <a href="/docs">the docs</a>.</p></html>
`

export function dashboardRoutes(app: FastifyInstance, files: StaticFiles): void {
  for (const [path, file] of files) {
    if (path !== '/index.html') app.get(path, (request, reply) => sendFile(request, reply, file))
  }
  app.get('/', pageOf(files))
}

/** Every address of the dashboard is the same page, which routes in the browser. */
export function pageOf(files: StaticFiles) {
  const index = files.get('/index.html')
  const policy = policyWith(index ? scriptsIn(index.bytes.toString()) : [])
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('content-security-policy', policy)
    return index ? sendFile(request, reply, index) : reply.type(pageType).send(notBuilt)
  }
}

/** Hashes of the inline scripts that run before the first paint; only these are allowed. */
const scriptsIn = (page: string): string[] =>
  Array.from(
    page.matchAll(/<script>(.*?)<\/script>/gs),
    ([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`,
  )
