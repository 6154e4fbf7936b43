/** Reads the options of a command; a mistake becomes one line that says what to correct. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Fatal, fatal } from '#core/fatal.ts'
import { findNearMiss } from '#core/near-miss.ts'
import type { Option, Options } from './option.ts'

type Values = Record<string, string | string[] | boolean | undefined>

export function readArguments(options: Options, args: readonly string[], helpCommand: string): Values {
  const mistake = (message: string) => fatal(`${message}\ntry: ${helpCommand}`)
  const { values, positionals } = parse(options, args, mistake)
  const said = (name: string) => [name, ...(options[name]?.aliases ?? [])].flatMap(one => values[one] ?? [])
  const places = placesOf(options, name => said(name).length > 0)
  const extra = positionals[places.length]
  if (extra !== undefined) throw mistake(`"${extra}" was not expected. Put a value with spaces in quotes.`)
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      if (option.flag) return [name, values[name] !== undefined]
      const all = [...positionals.filter((_, at) => places[at] === name), ...said(name)]
      return [name, pickValue(name, option, all, mistake)]
    }),
  )
}

/** The options that take the words without a name, in order: first those that are not given by name. */
function placesOf(options: Options, isNamed: (name: string) => boolean): string[] {
  const places = Object.keys(options).filter(name => options[name]?.positional)
  return [...places.filter(name => !isNamed(name)), ...places.filter(isNamed)]
}

function parse(options: Options, args: readonly string[], mistake: (message: string) => Fatal) {
  const names = Object.entries(options).flatMap(([name, { aliases = [] }]) => [name, ...aliases])
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    // All are parsed as multiple, so that an option given twice by mistake is noticed.
    names.map(name => [name, { type: options[name]?.flag ? 'boolean' : 'string', multiple: true } as const]),
  )
  try {
    const { values, positionals } = parseArgs({ args: joined(args, options), options: config, allowPositionals: true })
    // `as`: every option is parsed as multiple; of a flag only its presence counts.
    return { values: values as Record<string, string[] | undefined>, positionals }
  } catch (error) {
    throw mistake(explainParseError(error, names))
  }
}

/** There are no short options, so a word such as `-h` or `-5` after an option is its value. Node refuses it as ambiguous. */
function joined(args: readonly string[], options: Options): string[] {
  return args.flatMap((word, at) => {
    if (isDashed(args[at + 1]) && takesValue(word, options)) return `${word}=${args[at + 1]}`
    return isDashed(word) && takesValue(args[at - 1], options) ? [] : word
  })
}

const isDashed = (word: string | undefined): boolean => word !== undefined && /^-[^-]/.test(word)

/** Whether the word is the name of an option, without its value. */
export const takesValue = (word: string | undefined, options: Options): boolean =>
  Object.entries(options).some(
    ([name, { flag, aliases = [] }]) => !flag && [name, ...aliases].some(one => word === `--${one}`),
  )

/** Shorter than Node's own messages. */
function explainParseError(error: unknown, names: readonly string[]): string {
  if (!(error instanceof Error && 'code' in error)) throw error
  const option = /'(?:-\w, )?(--?[^' ]*)/.exec(error.message)?.[1] ?? ''
  switch (error.code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const typed = option.replace(/^-+/, '')
      const meant = findNearMiss(typed, [...names, 'json', 'help'])
      return `Unknown option ${option}.${meant ? ` Did you mean --${meant}?` : ''}`
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return `${option} needs a value. Write a value that begins with two dashes as ${option}=--value.`
    default:
      throw error
  }
}

function pickValue(name: string, option: Option, all: string[], mistake: (message: string) => Fatal) {
  const [first, ...others] = all
  if (first === undefined) {
    if (option.required) throw mistake(missing(name, option))
    return option.multiple ? [] : undefined
  }
  if (option.multiple) return all
  if (others.some(other => other !== first)) throw mistake(`--${name} is given twice, as "${all.join('" and "')}".`)
  if (option.choices && !option.choices.includes(first))
    throw mistake(notAChoice(shown(name, option), first, option.choices))
  return first
}

/** As the help shows it. */
const shown = (name: string, { positional, value }: Option): string => (positional ? value : `--${name}`)

const missing = (name: string, option: Option): string =>
  `${shown(name, option)} is missing${option.choices ? `: ${listed(option.choices)}` : ''}.`

function notAChoice(what: string, given: string, choices: readonly string[]): string {
  const meant = findNearMiss(given, choices)
  return `${what} must be ${listed(choices)}, not "${given}".${meant ? ` Did you mean ${meant}?` : ''}`
}

const listed = (choices: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(choices)
