import { createHmac, hash, randomBytes } from 'node:crypto'

/** 256 random bits for a link; only the hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Derived from the id, so that the worker that mails the link needs no copy of the token in the database. */
export const invitationToken = (key: Buffer, id: string): string =>
  createHmac('sha256', key).update(`invitation ${id}`).digest('base64url')

export const invitationLink = (publicUrl: string, token: string): string => `${publicUrl}/invitation?token=${token}`

export const hashToken = (token: string): Buffer => Buffer.from(hash('sha256', token, 'hex'), 'hex')
