/**
 * Reads the type and size of a picture from its first bytes, without decoding it. SVG is not accepted, because it can contain
 * scripts and load external content.
 */
export type Picture = { type: 'image/png' | 'image/jpeg' | 'image/webp'; width: number; height: number }

export function readPicture(bytes: Buffer): Picture | undefined {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function readPng(bytes: Buffer): Picture | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, pngStart.length).equals(pngStart)) return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The frame markers that contain a size, for all codings. C4, C8 and CC are other segments. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  // Goes from segment to segment by their lengths, so there are never more steps than bytes.
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))) {
    if (!isFrame(bytes.readUInt8(at + 1))) continue
    return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}

function readWebp(bytes: Buffer): Picture | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return undefined
  }
  const size = webpSizes[bytes.toString('latin1', 12, 16)]?.(bytes)
  return size && { type: 'image/webp', ...size }
}

/** RFC 9649: the place of the size depends on the first chunk. */
const webpSizes: Record<string, (bytes: Buffer) => { width: number; height: number }> = {
  'VP8 ': bytes => ({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }),
  VP8L: bytes => {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  },
  VP8X: bytes => ({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }),
}
