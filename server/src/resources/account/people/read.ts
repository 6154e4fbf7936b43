import type { Db } from '#postgres/database.ts'
import { findPersonByEmail } from './store.ts'

export const personByEmail = (db: Db, email: string) => findPersonByEmail(db, email.toLowerCase())
