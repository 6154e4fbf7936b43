/** Runs a command line and prints its answer: as text, or with --json as exactly one JSON document. */
import { fatal } from '#core/fatal.ts'
import { inWords, Refusal } from '#core/refusal.ts'
import { version } from '#core/version.ts'
import { isConnectionLost, isOutage } from '#postgres/outages/outage.ts'
import { reasonOf } from '#setup/unreachable-database.ts'
import { asksHelp, withoutHelp } from './ask-help.ts'
import { type Answer, invocation, type Operator } from './commands/command.ts'
import { commandNames, loadCommand, loadCommands } from './commands.ts'
import { helpOn, helpOnGroup, helpPage, tellVersion } from './help.ts'
import { unknownCommand } from './unknown-command.ts'

const program = {
  invocation,
  about:
    'Commands work on the database of the running Posthorn: the one of DATABASE_URL, or the one in POSTHORN_DATA_DIR.',
}

/** Returns the exit code. Errors that the operator can fix are thrown as Fatal. */
export async function operate(argv: readonly string[], operator: Operator): Promise<number> {
  const words = argv.filter(word => word !== '--json')
  const { write } = operator
  if (!argv.includes('--json')) {
    const answer = await answerTo(words, operator)
    write(answer.text)
    return answer.failed ? 1 : 0
  }
  try {
    const answer = await answerTo(words, { ...operator, write: () => {} })
    write(toJson(answer))
    return answer.failed ? 1 : 0
  } catch (error) {
    // The caller also prints the sentence, or the stack of an error that nobody foresaw.
    write(toJson({ json: { message: error instanceof Error ? error.message : String(error) } }))
    throw error
  }
}

/** Empty for a command that has written to the output itself. */
const toJson = ({ json }: Pick<Answer, 'json'>): string =>
  json === undefined ? '' : `${JSON.stringify(json, null, 2)}\n`

async function answerTo(words: readonly string[], operator: Operator): Promise<Answer> {
  if (words[0] === '--version') return tellVersion(version)
  const named = withoutHelp(words)
  const command = await loadCommand(nameIn(named) ?? '')
  const wantsHelp = asksHelp(words, command?.options)
  if (!command) return helpWithout(named, wantsHelp)
  if (wantsHelp) return helpOn(command, program)
  try {
    return await command.run(words.slice(command.name.split(' ').length), operator)
  } catch (error) {
    throw explained(error)
  }
}

/** The page of all commands, or of a group such as `key`. */
async function helpWithout(named: readonly string[], wantsHelp: boolean): Promise<Answer> {
  if (named.length === 0) return helpPage(await loadCommands(), program)
  const start = named.join(' ')
  const group = commandNames.filter(name => name.startsWith(`${start} `))
  if (!wantsHelp || group.length === 0) throw unknownCommand(named, commandNames, invocation)
  const loaded = await Promise.all(group.map(loadCommand))
  return helpOnGroup(
    start,
    loaded.filter(command => command !== undefined),
    program,
  )
}

const nameIn = (words: readonly string[]): string | undefined =>
  commandNames.find(name => name.split(' ').every((word, index) => words[index] === word))

/** Turns a refusal, or a lost database, into a line that says what to do. */
function explained(error: unknown): unknown {
  if (error instanceof Refusal) return fatal(`${inWords(error)}${whereToLook(error)}`, error)
  if (isOutage(error)) {
    const advice = `Run \`${invocation} doctor\`, and check whether the change was made before you try again.`
    return fatal(`${whatFailed(error)} ${advice}`, error)
  }
  return error
}

const whatFailed = (outage: unknown): string =>
  isConnectionLost(outage)
    ? 'The connection to the database was lost before it answered.'
    : `The database cannot do this now: ${reasonOf(outage)}.`

function whereToLook({ code, details }: Refusal): string {
  const resource = details && typeof details === 'object' && 'resource' in details ? String(details.resource) : ''
  const list = `${resource} list`
  return code === 'not_found' && commandNames.includes(list) ? ` To list them: ${invocation} ${list}` : ''
}
