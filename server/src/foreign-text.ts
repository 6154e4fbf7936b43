/** What tenants and strangers wrote, worked on where it harms nobody: one pool for all that this process does. */
import type { Logger } from 'pino'
import { type TemplateText, templateText } from './resources/templates/template-text.ts'
import { openTextPool } from './text-pool/pool.ts'

export type ForeignText = AsyncDisposable & { templateText: TemplateText }

export function openForeignText(log: Logger): ForeignText {
  const pool = openTextPool({ entry: new URL('./text-child.ts', import.meta.url), log })
  return {
    templateText: templateText(pool.run),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
