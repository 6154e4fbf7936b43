import type { Db } from '#postgres/database.ts'
import { findAilingWebhooks } from './store.ts'

export const readAilingWebhooks = (db: Db, environmentId: string) => findAilingWebhooks(db, environmentId)
