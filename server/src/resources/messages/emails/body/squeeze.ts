/**
 * Bytes as they are kept: compressed where that makes them shorter. zstd takes half the time of deflate for 1.5 kB of html (25 µs instead of
 * 54, back in 16) and a tenth for a megabyte, and is 5 % longer.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** More than any email or message: what we have not written ourselves must not fill the memory. */
const maxLength = 64 * 1024 * 1024

/** The four bytes that begin every zstd frame (RFC 8878, 3.1.1). */
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

const isSqueezed = (bytes: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic)

/** Only for what never begins with the four bytes of a zstd frame by itself, such as a message: its first line is ASCII. */
export function squeeze(bytes: Buffer): Buffer {
  if (bytes.length > maxLength) return bytes
  const squeezed = zstdCompressSync(bytes)
  return squeezed.length < bytes.length ? squeezed : bytes
}

export const unsqueeze = (bytes: Buffer): Buffer =>
  isSqueezed(bytes) ? zstdDecompressSync(bytes, { maxOutputLength: maxLength }) : bytes
