/**
 * Draws a Node profile (`--cpu-prof`) as a flame graph: `node bench/flame.ts FILE.cpuprofile > flame.svg`. A block is a function; its width is its share of the
 * time, including the functions it called, which are below it. Idle time is left out.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

type ProfileNode = {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: readonly number[]
}
type Profile = { nodes: readonly ProfileNode[]; samples: readonly number[]; timeDeltas: readonly number[] }

type Block = { name: string; origin: Origin; time: number; below: Map<string, Block> }
type Origin = 'ours' | 'packages' | 'Node'

const [width, row, narrowest] = [1_400, 17, 0.6]
const colours: Record<Origin, string> = { ours: '#f2a65a', packages: '#8fb8de', Node: '#c9c9c9' }
const repository = fileURLToPath(new URL('..', import.meta.url))

function readBlocks({ nodes, samples, timeDeltas }: Profile): Block {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const parentOf = new Map(nodes.flatMap(node => (node.children ?? []).map(child => [child, node.id] as const)))
  const taken = new Map<number, number>()
  for (const [nth, id] of samples.entries()) taken.set(id, (taken.get(id) ?? 0) + (timeDeltas[nth] ?? 0))
  const root: Block = { name: 'all', origin: 'Node', time: 0, below: new Map() }
  for (const [id, time] of taken) {
    const stack = stackOf(id, byId, parentOf)
    if (stack.some(({ callFrame }) => callFrame.functionName === '(idle)')) continue
    let block = root
    block.time += time
    for (const node of stack) {
      block = blockBelow(block, node)
      block.time += time
    }
  }
  return root
}

function stackOf(id: number, byId: Map<number, ProfileNode>, parentOf: Map<number, number>): ProfileNode[] {
  const stack: ProfileNode[] = []
  for (let at: number | undefined = id; at !== undefined; at = parentOf.get(at)) {
    const node = byId.get(at)
    if (node && node.callFrame.functionName !== '(root)') stack.unshift(node)
  }
  return stack
}

function blockBelow(caller: Block, { callFrame: { functionName, url, lineNumber } }: ProfileNode): Block {
  const file = url.startsWith('file:') ? relative(repository, fileURLToPath(url)) : url
  const name = `${functionName || '(anonymous)'}${file ? ` ${file}:${lineNumber + 1}` : ''}`
  const origin = !url.startsWith('file:') ? 'Node' : file.includes('node_modules') ? 'packages' : 'ours'
  const known = caller.below.get(name) ?? { name, origin, time: 0, below: new Map() }
  caller.below.set(name, known)
  return known
}

/** The depth of the blocks that are wide enough to be drawn. */
const depthOf = ({ time, below }: Block, least: number): number =>
  time < least ? 0 : 1 + Math.max(0, ...[...below.values()].map(one => depthOf(one, least)))

function* draw(block: Block, all: number, left: number, level: number): Generator<string> {
  const wide = (block.time / all) * width
  if (wide < narrowest) return
  const top = level * row
  const label = wide > 40 ? block.name.slice(0, Math.floor(wide / 6.5)) : ''
  const percent = ((block.time / all) * 100).toFixed(1)
  yield `<g><title>${escaped(`${block.name}: ${percent} %`)}</title><rect x="${left.toFixed(1)}" y="${top}" width="${wide.toFixed(1)}" height="${row - 1}" fill="${colours[block.origin]}"/>` +
    `<text x="${(left + 3).toFixed(1)}" y="${top + 12}">${escaped(label)}</text></g>`
  let from = left
  for (const one of [...block.below.values()].toSorted((a, b) => b.time - a.time)) {
    yield* draw(one, all, from, level + 1)
    from += (one.time / all) * width
  }
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const [file] = process.argv.slice(2)
if (!file) {
  process.stderr.write('node bench/flame.ts FILE.cpuprofile > flame.svg\n')
  process.exit(1)
}
const all = readBlocks(JSON.parse(readFileSync(file, 'utf8')))
const height = depthOf(all, (all.time * narrowest) / width) * row
const style = '<style>text{font:11px monospace;fill:#222}rect:hover{stroke:#222}</style>'
process.stdout.write(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${style}\n` +
    `${[...draw(all, all.time, 0, 0)].join('\n')}\n</svg>\n`,
)
