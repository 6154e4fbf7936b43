/**
 * The content of an attachment: itself, or the single file in a gzip or zip. Undefined when the content is too large, for several
 * files and for other compression methods. Nested archives are not unpacked.
 */
import { crc32, gunzipSync, inflateRawSync } from 'node:zlib'

export function unpack(content: Buffer, maxOctets: number): Buffer | undefined {
  try {
    if (content.length > 2 && content.readUInt16BE(0) === 0x1f8b)
      return gunzipSync(content, { maxOutputLength: maxOctets })
    if (content.length > 2 && content.readUInt16BE(0) === 0x504b) return unzip(content, maxOctets)
    return content.length <= maxOctets ? content : undefined
  } catch {
    // Too large, truncated or invalid.
    return undefined
  }
}

/** APPNOTE.TXT, 4.3: the end record points to the directory, and the directory to the file. Throws for an offset outside of the archive. */
function unzip(archive: Buffer, maxOctets: number): Buffer | undefined {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || archive.readUInt16LE(end + 10) !== 1) return undefined
  const entry = archive.readUInt32LE(end + 16)
  if (archive.readUInt32BE(entry) !== 0x504b0102) return undefined
  const isEncrypted = (archive.readUInt16LE(entry + 8) & 1) === 1
  const [method, sum] = [archive.readUInt16LE(entry + 10), archive.readUInt32LE(entry + 16)]
  const [packedSize, size] = [archive.readUInt32LE(entry + 20), archive.readUInt32LE(entry + 24)]
  const file = archive.readUInt32LE(entry + 42)
  if (isEncrypted || size > maxOctets || archive.readUInt32BE(file) !== 0x504b0304) return undefined
  const start = file + 30 + archive.readUInt16LE(file + 26) + archive.readUInt16LE(file + 28)
  const packed = archive.subarray(start, start + packedSize)
  const content = contentOf(packed, method, maxOctets)
  return content?.length === size && crc32(content) === sum ? content : undefined
}

function contentOf(packed: Buffer, method: number, maxOctets: number): Buffer | undefined {
  if (method === 0) return packed
  return method === 8 ? inflateRawSync(packed, { maxOutputLength: maxOctets }) : undefined
}
