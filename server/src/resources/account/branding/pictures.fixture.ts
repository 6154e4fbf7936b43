/** Pictures of 3 × 2 pixels, cut off after the bytes with their size. */
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

export const png = hex('89504e470d0a1a0a 0000000d 49484452 00000003 00000002 08060000 00')

/** With an application segment before the frame, and a Huffman table, whose marker looks like a frame. */
export const jpeg = hex('ffd8 ffe0 0004 0102 ffc4 0005 000000 ffc0 000b 08 0002 0003 01 01 11 00 ffd9')

const riff = (chunk: string): Buffer =>
  Buffer.concat([Buffer.from('RIFF\x40\x00\x00\x00WEBP', 'latin1'), Buffer.from(chunk, 'latin1'), Buffer.alloc(16)])

export const webp = {
  lossy: riff('VP8 \x20\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\x03\x00\x02\x00'),
  lossless: riff('VP8L\x20\x00\x00\x00\x2f\x02\x40\x00\x00'),
  extended: riff('VP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x01\x00\x00'),
}
