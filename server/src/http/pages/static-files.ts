/** The files of a folder. All are read at startup and looked up by exact path, so no path can leave the folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { type PackedFile, packedFile } from '../packed-file.ts'

/** By path. Empty when the folder does not exist. */
export type StaticFiles = ReadonlyMap<string, PackedFile>

export const pageType = 'text/html; charset=utf-8'
const types: Record<string, string> = {
  '.html': pageType,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** `cachingOf` returns the Cache-Control of a path such as `/assets/main-abc123.js`. */
export function readStaticFiles(folder: string, cachingOf: (path: string) => string): StaticFiles {
  return new Map(
    filesIn(folder).map(file => {
      const path = `/${relative(folder, file).replaceAll(sep, '/')}`
      const type = types[extname(file)] ?? 'application/octet-stream'
      return [path, packedFile(readFileSync(file), type, cachingOf(path))]
    }),
  )
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
