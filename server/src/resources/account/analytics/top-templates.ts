import type { Db } from '#postgres/database.ts'
import { findTopTemplates, type TemplateTotals } from './template-store.ts'
import { maxSums } from './top-tags.ts'
import type { Span } from './window.ts'

/** The templates with the most emails in these hours. */
export const readTopTemplates = (db: Db, environmentId: string, span: Span): Promise<TemplateTotals[]> =>
  findTopTemplates(db, environmentId, span, maxSums)
