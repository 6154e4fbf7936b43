/** How two answers differ: in the status, the fields and the types of the fields. Values are not compared. */
export type Answer = { status: number; body: Buffer }

/** Deeper than the answers of any of these services. */
const maxDepth = 8
const maxItems = 100
/** Per answer. */
const maxDifferences = 50

type Shape = Map<string, Set<string>>

export function differencesOf(old: Answer, ours: Answer): string[] {
  const found: string[] = []
  if (old.status !== ours.status) found.push(`status: ${old.status} there, ${ours.status} here${reasonIn(ours)}`)
  // Comparing the fields of an error with those of a success would be noise.
  if (old.status < 400 !== ours.status < 400) return found
  const [theirs, here] = [shapeOf(old.body), shapeOf(ours.body)]
  for (const [path, types] of theirs) {
    const other = here.get(path)
    if (!other) {
      if (!isBelowMissing(path, theirs, here)) found.push(`${path}: missing here`)
    } else if (!isWithin(other, types)) found.push(`${path}: ${listed(types)} there, ${listed(other)} here`)
  }
  for (const path of here.keys())
    if (!theirs.has(path) && !isBelowMissing(path, here, theirs)) found.push(`${path}: only here`)
  return found.slice(0, maxDifferences)
}

/** Each path in an answer with its types. All items of a list share one path. */
function shapeOf(body: Buffer): Shape {
  const shape: Shape = new Map()
  const add = (path: string, value: unknown, depth: number): void => {
    const types = shape.get(path) ?? new Set()
    shape.set(path, types.add(typeOf(value)))
    if (depth === maxDepth || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) for (const item of value.slice(0, maxItems)) add(`${path}[]`, item, depth + 1)
    else
      for (const [name, part] of Object.entries(value)) add(path === whole ? name : `${path}.${name}`, part, depth + 1)
  }
  add(whole, parsed(body), 0)
  return shape
}

const whole = 'body'

function parsed(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const text = body.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const typeOf = (value: unknown): string =>
  value === undefined ? 'nothing' : value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value

const listed = (types: ReadonlySet<string>): string => [...types].join(' or ')

/** A null matches any type, because one answer does not show what a field can be. */
const isWithin = (here: ReadonlySet<string>, there: ReadonlySet<string>): boolean =>
  there.has('null') || here.has('null') || [...here].every(type => there.has(type))

/** Whether the parent is missing already, so its parts need not be listed. */
function isBelowMissing(path: string, there: Shape, here: Shape): boolean {
  const above = path.replace(/(\[\]|\.[^.[\]]*)$/, '')
  return above !== path && there.has(above) && !here.has(above)
}

/** The message of our refusal, which is the first thing to look at. */
function reasonIn({ status, body }: Answer): string {
  if (status < 400) return ''
  const { message, Message, errors } = Object(parsed(body))
  const sentence = message ?? Message ?? Object(Array.isArray(errors) ? errors[0] : undefined).message
  return typeof sentence === 'string' ? ` (${sentence.slice(0, 200)})` : ''
}
