/**
 * Compresses stored bytes when that makes them shorter. For 1.5 kB of html zstd takes half the time of deflate (25 µs instead of
 * 54, and 16 to decompress), for a megabyte a tenth; its output is 5 % longer.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** More than any email or message: bytes that we have not written ourselves must not fill the memory. */
const maxLength = 64 * 1024 * 1024

/** The four bytes that begin every zstd frame (RFC 8878, 3.1.1). */
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

const isCompressed = (bytes: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic)

/** Only for bytes that never begin like a zstd frame, such as a message, whose first line is ASCII. */
export function compress(bytes: Buffer): Buffer {
  if (bytes.length > maxLength) return bytes
  const compressed = zstdCompressSync(bytes)
  return compressed.length < bytes.length ? compressed : bytes
}

export const decompress = (bytes: Buffer): Buffer =>
  isCompressed(bytes) ? zstdDecompressSync(bytes, { maxOutputLength: maxLength }) : bytes
