/** The files of a folder. All are read at the start and found by their exact path, so that no path leads anywhere else. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { type PackedFile, packedFile } from '../packed-file.ts'

/** By path; empty when the folder is not there. */
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

/** `cachingOf` is asked for the header of each path, such as `/assets/main-abc123.js`. */
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
