/** How much of an answer is stored. */
export const answerBytes = 4_096

/** Text that the database can store: complete characters, no NUL, and at most `answerBytes` when it is encoded again. */
export function answerText(bytes: Buffer): string {
  // With `stream`, a character split by the cut is dropped instead of replaced.
  const decoded = new TextDecoder().decode(bytes.subarray(0, answerBytes), { stream: bytes.length > answerBytes })
  const text = decoded.replaceAll('\0', '')
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(answerBytes)).read)
}
