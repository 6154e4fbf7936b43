/** Names that no other test uses. */
import { randomInt } from 'node:crypto'

export const newWord = (): string => crypto.randomUUID().replaceAll('-', '')

export const newEmail = (local = 'person'): string => `${local}.${newWord()}@example.com`

export const newPhoneNumber = (): string => `+1${randomInt(10 ** 12, 10 ** 13)}`
