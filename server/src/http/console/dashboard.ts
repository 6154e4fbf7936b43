/**
 * The dashboard's pages. All files are read at the start and found by their exact path, so that no path leads anywhere
 * else. Each is packed when it is first asked for.
 */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Packing = 'br' | 'gzip'
type File = { bytes: Buffer; type: string; tag: string; caching: string; packed: Map<Packing, Promise<Buffer>> }
/** By path; empty when the dashboard was not built. */
export type DashboardFiles = ReadonlyMap<string, File>

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
const isPackable = ({ type }: File): boolean => !type.startsWith('image/png') && !type.startsWith('font/')

export function readDashboard(folder: string): DashboardFiles {
  return new Map(
    filesIn(folder).map(path => {
      const bytes = readFileSync(path)
      const file: File = {
        bytes,
        type: types[extname(path)] ?? 'application/octet-stream',
        tag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`,
        caching: cachingOf(relative(folder, path)),
        packed: new Map(),
      }
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

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: File) {
  reply.type(file.type).header('vary', 'accept-encoding').header('etag', file.tag).header('cache-control', file.caching)
  if (request.headers['if-none-match'] === file.tag) return reply.code(304).send()
  const packing = isPackable(file) ? packingFor(request) : undefined
  if (!packing) return reply.send(file.bytes)
  return reply.header('content-encoding', packing).send(await packed(file, packing))
}

function packingFor({ headers }: FastifyRequest): Packing | undefined {
  const taken = String(headers['accept-encoding'] ?? '')
  if (/\bbr\b(?!;\s*q=0(\.0+)?\s*(,|$))/.test(taken)) return 'br'
  return /\bgzip\b(?!;\s*q=0(\.0+)?\s*(,|$))/.test(taken) ? 'gzip' : undefined
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Nine packs 500 KB in a quarter of a second, as small as eleven does in two but for some percent. */
const brotliQuality = 9

function packed(file: File, packing: Packing): Promise<Buffer> {
  const known = file.packed.get(packing)
  if (known) return known
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  const work = packing === 'br' ? brotli(file.bytes, { params }) : zip(file.bytes)
  file.packed.set(packing, work)
  return work
}
