/** Finds the words that ask for help: `help` at the start, and --help or -h anywhere except as the value of an option. */
import { takesValue } from './commands/arguments.ts'
import type { Options } from './commands/option.ts'

/** The other words, in order. Until the command is known, its options are not. */
export function withoutHelp(words: readonly string[], options: Options = {}): string[] {
  const others = words.filter((word, at) => !isFlag(word) || (word === '-h' && takesValue(words[at - 1], options)))
  return others[0] === 'help' ? others.slice(1) : others
}

/** Whether there was a word that asks for help, or nothing was typed. */
export const asksHelp = (words: readonly string[], options?: Options): boolean =>
  words.length === 0 || withoutHelp(words, options).length < words.length

const isFlag = (word: string): boolean => word === '--help' || word === '-h'
