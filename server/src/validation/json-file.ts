/** Reads handwritten JSON files, and reports all faults at once with their paths. */
import { readFileSync } from 'node:fs'
import type { Fault } from '@posthorn/contract/errors'
import type { Static, TSchema } from 'typebox'
import { fatal } from '#core/fatal.ts'
import { whyUnreadable } from '#core/process/file-fault.ts'
import { compileCheck } from './check.ts'

/** `what`: how messages name the file. */
export type JsonFile = { what: string; path: string }

export function readJsonFile({ what, path }: JsonFile): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    // The message quotes the file, which may contain secrets: only the position is reported.
    if (error instanceof SyntaxError) throw fatal(`${what} ${path} is not JSON${placeOf(error)}.`)
    throw fatal(`${what} ${path} cannot be read: ${whyUnreadable(path, error)}`, error)
  }
}

const placeOf = ({ message }: SyntaxError): string => {
  const place = /at position \d+( \(line \d+ column \d+\))?/.exec(message)?.[0]
  return place ? `: see ${place.replace('at position', 'character')}` : ''
}

/** Returns the checked value. Faults never show values, which may be secrets. `known`: faults found earlier. */
export function checkJsonFile<S extends TSchema>(
  { what, path }: JsonFile,
  schema: S,
  value: unknown,
  known: readonly Fault[] = [],
): Static<S> {
  const isNew = (fault: Fault): boolean => !known.some(other => other.path === fault.path)
  const faults = [...known, ...compileCheck(schema, 'It')(value, 0).filter(isNew)]
  // `as`: checked against the schema.
  if (faults.length === 0) return value as Static<S>
  throw fatal(
    [`${what} ${path} cannot be used:`, ...faults.map(fault => `  ${fault.path} ${fault.message}`)].join('\n'),
  )
}
