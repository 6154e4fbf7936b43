/** The font file. Its name contains its hash, so that browsers cache it forever. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))

export const fontBytes: Buffer = readFileSync(path)
export const fontName = `inter-${hash('sha256', fontBytes, 'hex').slice(0, 12)}.woff2`
/** The path at which the service serves it. */
export const fontPath = `/look/${fontName}`
