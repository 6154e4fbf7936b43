import type { Db } from '#postgres/database.ts'
import { findFailingWebhooks } from './store.ts'

export const readFailingWebhooks = (db: Db, environmentId: string) => findFailingWebhooks(db, environmentId)
