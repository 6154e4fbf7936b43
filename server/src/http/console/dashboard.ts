/**
 * The dashboard's pages. All files are read at the start and found by their exact path, so that no path leads anywhere
 * else. Each is packed when it is first asked for.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PackedFile, packedFile, sendFile } from '../packed-file.ts'

/** By path; empty when the dashboard was not built. */
export type DashboardFiles = ReadonlyMap<string, PackedFile>

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export function readDashboard(folder: string): DashboardFiles {
  return new Map(
    filesIn(folder).map(path => {
      const type = types[extname(path)] ?? 'application/octet-stream'
      const file = packedFile(readFileSync(path), type, cachingOf(relative(folder, path)))
      return [`/${relative(folder, path).replaceAll(sep, '/')}`, file]
    }),
  )
}

/** Vite puts what has its hash in its name into assets; the page that names them must always be the newest. */
function cachingOf(path: string): string {
  if (path.startsWith(`assets${sep}`)) return 'public, max-age=31536000, immutable'
  return path === 'index.html' ? 'no-store' : 'no-cache'
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Scripts are ours alone. Styles and pictures are not: an email is shown in a frame without rights, which inherits this
 * policy, and whose own forbids pictures until somebody asks for them.
 */
const dashboardPolicy = [
  "default-src 'none'",
  "script-src 'self'",
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

export function dashboardRoutes(app: FastifyInstance, files: DashboardFiles): void {
  for (const [path, file] of files) {
    if (path !== '/index.html') app.get(path, (request, reply) => sendFile(request, reply, file))
  }
  app.get('/', (request, reply) => sendPage(request, reply, files))
}

/** Any address of the dashboard is the same page, which then shows what the address says. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, files: DashboardFiles) {
  const index = files.get('/index.html')
  reply.header('content-security-policy', dashboardPolicy)
  return index ? sendFile(request, reply, index) : reply.type(types['.html'] ?? '').send(notBuilt)
}
