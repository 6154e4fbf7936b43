/** Runs a command line: the output is text for people, or with --json exactly one JSON document. */
import { asksHelp, withoutHelp } from '../../server/src/operator/ask-help.ts'
import type { Answer } from '../../server/src/operator/commands/command.ts'
import { helpOn, helpOnGroup, helpPage, tellVersion } from '../../server/src/operator/help.ts'
import { unknownCommand } from '../../server/src/operator/unknown-command.ts'
import cli from '../package.json' with { type: 'json' }
import { Refused } from './api.ts'
import { invocation } from './command.ts'
import { commands } from './commands.ts'
import type { Terminal } from './terminal.ts'

const program = {
  invocation,
  about: `Commands call the API with a key, in the test environment unless --live is given. POSTHORN_URL and POSTHORN_API_KEY
  override the login. Operators have more commands in the folder of the server (keys, domains, credits, backup and
  others): npm run -s posthorn -- help`,
}

const names = commands.map(({ name }) => name)

/** Returns the exit code. Errors that the user can fix are thrown as Fatal. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const wantsJson = argv.includes('--json')
  const words = argv.filter(word => word !== '--json')
  const quiet = { ...terminal, write: wantsJson ? () => {} : terminal.write }
  const answer = await answerTo(words, quiet).catch(error => {
    // Scripts get a document in either case; the caller also prints the sentence.
    if (wantsJson) terminal.write(toJson({ json: errorBody(error) }))
    throw error
  })
  terminal.write(wantsJson ? toJson(answer) : answer.text)
  return answer.failed ? 1 : 0
}

/** The body of the API's refusal, or the message of another error. */
const errorBody = (error: unknown): unknown =>
  error instanceof Refused ? error.body : { message: error instanceof Error ? error.message : String(error) }

const toJson = ({ json }: Pick<Answer, 'json'>): string =>
  json === undefined ? '' : `${JSON.stringify(json, null, 2)}\n`

async function answerTo(words: readonly string[], terminal: Terminal): Promise<Answer> {
  if (words[0] === '--version') return tellVersion(cli.version)
  const named = withoutHelp(words)
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => named[at] === word))
  const wantsHelp = asksHelp(words, command?.options)
  if (command && wantsHelp) return helpOn(command, program)
  if (command) return command.run(words.slice(command.name.split(' ').length), terminal)
  if (named.length === 0) return helpPage(commands, program)
  const group = commands.filter(({ name }) => name.startsWith(`${named.join(' ')} `))
  if (wantsHelp && group.length > 0) return helpOnGroup(named.join(' '), group, program)
  throw unknownCommand(named, names, invocation)
}
