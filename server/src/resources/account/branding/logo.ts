import { hash } from 'node:crypto'
import { maxLogoBytes } from '@posthorn/contract/console/branding'
import { invalid, type Refusal } from '#core/refusal.ts'
import { type Picture, readPicture } from './picture.ts'

export type Logo = Picture & { bytes: Buffer; hash: string }

/** A browser needs four bytes per pixel, however small the file is: this many pixels are 16 MB. */
const maxPixels = 2_000

/** Refuses a file that is too large, or not a picture that every browser can show. */
export function logoFrom(base64: string): Logo {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maxLogoBytes) throw refused('must be at most 100 KB')
  const picture = readPicture(bytes)
  if (!picture) throw refused('must be a PNG, JPEG or WebP picture, in base64')
  const { width, height } = picture
  if (Math.min(width, height) < 1 || Math.max(width, height) > maxPixels) {
    throw refused(`must be at most ${maxPixels} pixels wide and high; this one has ${width} × ${height}`)
  }
  return { ...picture, bytes, hash: hash('sha256', bytes, 'hex') }
}

const refused = (message: string): Refusal => invalid({ path: 'logo', message })
