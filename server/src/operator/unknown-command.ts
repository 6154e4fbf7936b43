import { type Fatal, fatal } from '#core/fatal.ts'
import { findNearMiss } from '#core/near-miss.ts'

/** Suggests the command that was probably meant, or lists the related ones. */
export function unknownCommand(words: readonly string[], names: readonly string[], invocation: string): Fatal {
  const dash = words.findIndex(word => word.startsWith('-'))
  const [first = '', second] = dash < 0 ? words : words.slice(0, dash)
  const hint = `\ntry: ${invocation} help`
  if (!first) return fatal(`${words[0]} needs a command before it.${hint}`)
  const relatives = names.filter(name => name.startsWith(`${first} `))
  if (!second && relatives.length > 0)
    return fatal(`"${first}" needs another word: ${relatives.join(', ')}.${hint} ${first}`)
  const typed = second ? `${first} ${second}` : first
  const meant = findNearMiss(typed, [...names, 'help']) ?? findNearMiss(first, [...names, 'help'])
  if (meant) return fatal(`Unknown command "${typed}". Did you mean "${meant}"?${hint}`)
  const choice = relatives.length > 0 ? ` There are: ${relatives.join(', ')}.` : ''
  return fatal(`Unknown command "${typed}".${choice}${hint}`)
}
