/** A secret from a file, as Docker, Kubernetes and systemd provide it. No fault shows the content, or the path: some people set NAME_FILE to the secret itself. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The longest secret is a URL with a password. The limit keeps a log or dump that was named by mistake from being read whole. */
const maxBytes = 16_384

export type SecretText = { kind: 'text'; text: string } | { kind: 'fault'; fault: string }

/** `fault` completes "NAME_FILE names a file that …". */
export function readSecretFile(path: string): SecretText {
  try {
    const bytes = readStart(path)
    if (bytes === null) return fault('is a folder, a pipe or a device')
    if (bytes.length > maxBytes) return fault(`is larger than ${maxBytes} bytes`)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    // An empty setting counts as not set, but an empty file is a mistake: the secret was never written.
    if (text === '') return fault('is empty')
    // URL parsing would drop a line break.
    if (/\p{Cc}/u.test(text)) return fault('contains more than one line of text')
    return { kind: 'text', text }
  } catch (error) {
    return fault(unreadable(error))
  }
}

/** Reads at most one byte more than the limit; null when it is not a regular file. */
function readStart(path: string): Buffer | null {
  // Non-blocking: opening a pipe would wait for a writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(file).isFile()) return null
    const buffer = Buffer.alloc(maxBytes + 1)
    return buffer.subarray(0, readSync(file, buffer))
  } finally {
    closeSync(file)
  }
}

const fault = (text: string): SecretText => ({ kind: 'fault', fault: text })

function unreadable(error: unknown): string {
  if (error instanceof TypeError) return 'is not UTF-8 text'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'this account is not allowed to read'
  return `cannot be read (${code ?? 'for an unknown reason'})`
}
