/** Changes to the source that touch only one block and leave every other character as it is. */
import type { Layout } from './layout.ts'

/** The new source and the index of the block to select. */
export type Rearranged = { source: string; at: number }

/** The blocks swap places; the text between them stays. */
export function moveBlock(source: string, { blocks }: Layout, from: number, to: number): Rearranged {
  const texts = blocks.map(block => source.slice(block.from, block.to))
  const [moved] = texts.splice(from, 1)
  if (moved === undefined || to < 0 || to > texts.length) return { source, at: from }
  texts.splice(to, 0, moved)
  let written = source.slice(0, blocks[0]?.from ?? 0)
  for (const [nth, block] of blocks.entries())
    written += (texts[nth] ?? '') + source.slice(block.to, blocks[nth + 1]?.from ?? source.length)
  return { source: written, at: to }
}

/** Inserts before the block at that index, or after the last. */
export function insertBlock(source: string, layout: Layout, at: number, mjml: string): Rearranged {
  const { blocks, from, to } = layout
  const indent = indentOf(source, layout)
  const text = mjml.trim().replaceAll('\n', `\n${indent}`)
  const next = blocks[at]
  const place = next ? next.from : (blocks.at(-1)?.to ?? from)
  const isFirst = blocks.length === 0
  const behind = isFirst && !source.slice(from, to).includes('\n') ? '\n' : ''
  const added = next ? `${text}\n${indent}` : `\n${indent}${text}${behind}`
  return { source: source.slice(0, place) + added + source.slice(place), at: next ? at : blocks.length }
}

export function removeBlock(source: string, { blocks }: Layout, at: number): Rearranged {
  const block = blocks[at]
  if (!block) return { source, at }
  const next = blocks[at + 1]
  // Removes the whitespace before the next block too; for the last block, the whitespace before it.
  const from = next ? block.from : source.slice(0, block.from).trimEnd().length
  const to = next ? block.to + spaceAt(source, block.to) : block.to
  return { source: source.slice(0, from) + source.slice(to), at: Math.max(0, next ? at : at - 1) }
}

export function duplicateBlock(source: string, layout: Layout, at: number): Rearranged {
  const block = layout.blocks[at]
  if (!block) return { source, at }
  const gap = `\n${indentOf(source, layout)}`
  const copy = gap + source.slice(block.from, block.to)
  return { source: source.slice(0, block.to) + copy + source.slice(block.to), at: at + 1 }
}

const spaceAt = (source: string, from: number): number => /^\s*/.exec(source.slice(from))?.[0].length ?? 0

/** The indentation of the blocks. */
function indentOf(source: string, { blocks }: Layout): string {
  const first = blocks[0]
  if (!first) return '    '
  const line = source.slice(source.lastIndexOf('\n', first.from - 1) + 1, first.from)
  return line.trim() === '' ? line : ''
}
