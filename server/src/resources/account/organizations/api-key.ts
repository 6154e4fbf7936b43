import { hash, randomBytes } from 'node:crypto'
import type { Mode } from '#core/caller.ts'

const keyPrefix = (mode: Mode): string => `tx_${mode}_`

/** 192 random bits: nobody guesses one. */
export const newApiKey = (mode: Mode): string => keyPrefix(mode) + randomBytes(24).toString('base64url')

/** A key given by hand: the prefix of its mode and at least 20 more characters that a header can carry. */
export const isApiKey = (text: string, mode: Mode): boolean =>
  text.startsWith(keyPrefix(mode)) && /^[\x21-\x7e]{20,240}$/.test(text.slice(keyPrefix(mode).length))

/** Only this is stored. A look-up by the hash of the whole key tells nothing about any part of it. */
export const hashApiKey = (key: string): Buffer => Buffer.from(hash('sha256', key, 'hex'), 'hex')

/** Enough to tell two keys apart, far too little to use one. */
export const keyHint = (key: string): string => `${key.slice(0, 12)}…`
