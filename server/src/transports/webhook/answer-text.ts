/** The largest piece of an answer that is kept. */
export const answerBytes = 4_096

/** Text that a database can hold: whole characters, no NUL, and within `answerBytes` once more when it is encoded again. */
export function answerText(bytes: Buffer): string {
  // With `stream`, a character that the cut has split is left away instead of being replaced.
  const decoded = new TextDecoder().decode(bytes.subarray(0, answerBytes), { stream: bytes.length > answerBytes })
  const text = decoded.replaceAll('\0', '')
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(answerBytes)).read)
}
