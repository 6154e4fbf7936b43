import { hash, randomBytes } from 'node:crypto'

/** 256 random bits for a link; only the hash is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => Buffer.from(hash('sha256', token, 'hex'), 'hex')
