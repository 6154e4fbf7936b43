/** A number is on the list from its STOP to its START, whether or not a contact has it. Nobody else can take it off. */
import type { Tx } from '#postgres/database.ts'
import type { PersonalNumber } from './number-key.ts'
import { deleteOptOut, insertOptOut } from './store.ts'

/** False when the number had said it before. */
export const optOut = (tx: Tx, asked: PersonalNumber & { at: Date }): Promise<boolean> => insertOptOut(tx, asked)

/** False when the number was not on the list. */
export const optIn = (tx: Tx, asked: PersonalNumber): Promise<boolean> => deleteOptOut(tx, asked)
