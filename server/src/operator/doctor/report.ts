/** The results as text and as JSON. */
import type { Check } from './check.ts'

const signs = { ok: '✓', warning: '!', error: '✗' } as const

export function report(checks: readonly Check[]) {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const margin = ' '.repeat(width + 7)
  const lines = checks.flatMap(({ name, status, message, advice }) => [
    `  ${signs[status]} ${shown(name).padEnd(width)}   ${message.replaceAll('\n', `\n${margin}`)}`,
    ...(advice ? [`${margin}→ ${advice}`] : []),
  ])
  const failed = checks.some(({ status }) => status === 'error')
  return { json: { ok: !failed, checks }, text: `\n${lines.join('\n')}\n\n  ${verdict(checks)}\n\n`, failed }
}

const shown = (name: string): string => name.replaceAll('_', ' ')

function verdict(checks: readonly Check[]): string {
  const count = (status: Check['status']) => checks.filter(one => one.status === status).length
  const [errors, warnings] = [count('error'), count('warning')]
  if (errors > 0) return `${some(errors, 'problem')} to fix, ${some(warnings, 'warning')}.`
  return warnings > 0 ? `No problems, ${some(warnings, 'warning')}.` : 'Everything is OK.'
}

const some = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
