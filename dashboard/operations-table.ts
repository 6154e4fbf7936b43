import { allOperations } from '@posthorn/contract/all-operations'
import { allConsoleOperations } from '@posthorn/contract/console/all-operations'
import type { Plugin } from 'vite'

const name = 'virtual:operations'

/**
 * Gives the client what it needs to call an operation: method, path and media type. The schemas are left out: the client
 * uses them as types only, and they would more than double the first download.
 */
export function operationsTable(): Plugin {
  return {
    name: 'posthorn-operations',
    resolveId: source => (source === name ? '\0' + name : null),
    load: id => (id === '\0' + name ? `export const table = ${JSON.stringify(rows())}` : null),
  }
}

function rows(): Record<string, { method: string; path: string; media?: string }> {
  const all = [...allOperations, ...allConsoleOperations]
  return Object.fromEntries(all.map(({ id, method, path, media }) => [id, { method, path, ...(media && { media }) }]))
}
