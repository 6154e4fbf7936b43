/** Runs a command line: the output is text for people, or with --json exactly one JSON document. */
import type { Answer } from '../../server/src/operator/commands/command.ts'
import { helpOn, helpPage } from '../../server/src/operator/help.ts'
import { unknownCommand } from '../../server/src/operator/unknown-command.ts'
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
  const wants = { json: argv.includes('--json'), help: argv.includes('--help') || argv.includes('-h') }
  const words = argv.filter(word => !['--json', '--help', '-h'].includes(word))
  const quiet = { ...terminal, write: wants.json ? () => {} : terminal.write }
  const answer = await answerTo(words, wants.help, quiet).catch(error => {
    // Scripts get a document in either case; the caller also prints the sentence.
    if (wants.json) terminal.write(toJson({ json: errorBody(error) }))
    throw error
  })
  terminal.write(wants.json ? toJson(answer) : answer.text)
  return answer.failed ? 1 : 0
}

/** The body of the API's refusal, or the message of another error. */
const errorBody = (error: unknown): unknown =>
  error instanceof Refused ? error.body : { message: error instanceof Error ? error.message : String(error) }

const toJson = ({ json }: Pick<Answer, 'json'>): string =>
  json === undefined ? '' : `${JSON.stringify(json, null, 2)}\n`

async function answerTo(words: readonly string[], wantsHelp: boolean, terminal: Terminal): Promise<Answer> {
  const asksHelp = words[0] === 'help'
  const rest = asksHelp ? words.slice(1) : words
  if (rest.length === 0) return helpPage(commands, program)
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => rest[at] === word))
  if (!command) throw unknownCommand(rest, names, invocation)
  if (asksHelp || wantsHelp) return helpOn(command, program)
  return command.run(rest.slice(command.name.split(' ').length), terminal)
}
