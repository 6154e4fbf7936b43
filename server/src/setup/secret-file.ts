/** A secret from a file, as Docker, Kubernetes and systemd hand them over. No fault shows the content, nor the path: people put the secret there. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The longest secret is an address with a password; whoever names a log or a dump by mistake shall not have it read whole. */
const maxBytes = 16_384

export type SecretText = { kind: 'text'; text: string } | { kind: 'fault'; fault: string }

/** `fault` completes "NAME_FILE names a file that …". */
export function readSecretFile(path: string): SecretText {
  try {
    const bytes = readStart(path)
    if (bytes === null) return fault('is a folder, a pipe or a device')
    if (bytes.length > maxBytes) return fault(`is larger than ${maxBytes} bytes`)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    // An empty setting counts as not set; an empty file is a secret that was never written.
    if (text === '') return fault('is empty')
    // An address with a line break would pass for one without.
    if (/\p{Cc}/u.test(text)) return fault('holds more than one line of text')
    return { kind: 'text', text }
  } catch (error) {
    return fault(unreadable(error))
  }
}

/** One byte more than permitted at most; null where it is no file. */
function readStart(path: string): Buffer | null {
  // Non-blocking: to open a pipe would wait until somebody writes to it.
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
  if (error instanceof TypeError) return 'holds no text'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'is not there'
  if (code === 'EACCES' || code === 'EPERM') return 'this account may not read'
  return `cannot be read (${code ?? 'for an unknown reason'})`
}
