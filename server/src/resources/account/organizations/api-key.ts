import { hash, randomBytes } from 'node:crypto'
import type { Mode } from '#core/caller.ts'

const keyPrefix = (mode: Mode): string => `tx_${mode}_`

/** 192 random bits cannot be guessed. */
export const newApiKey = (mode: Mode): string => keyPrefix(mode) + randomBytes(24).toString('base64url')

/** The prefix of the mode and at least 20 more characters that are allowed in a header. */
export const isApiKey = (text: string, mode: Mode): boolean =>
  text.startsWith(keyPrefix(mode)) && /^[\x21-\x7e]{20,240}$/.test(text.slice(keyPrefix(mode).length))

/** Only the hash is stored. A look-up by the hash of the whole key reveals nothing about parts of it. */
export const hashApiKey = (key: string): Buffer => Buffer.from(hash('sha256', key, 'hex'), 'hex')

/** Enough to tell two keys apart, and far too little to use one. */
export const keyHint = (key: string): string => `${key.slice(0, 12)}…`
