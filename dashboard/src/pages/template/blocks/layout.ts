/** The blocks of an email: the direct children of <mj-body>, each with the Liquid around it. */
import { type Piece, piecesOf } from './pieces.ts'

export type Block = { from: number; to: number }
export type Layout = {
  blocks: Block[]
  /** Where the content of the body starts and ends, without its tags. */
  from: number
  to: number
}

const opening = new Set(['if', 'unless', 'for', 'case', 'tablerow', 'capture'])

/** Undefined while the source is incomplete: then nothing can be moved. */
export function layoutOf(source: string): Layout | undefined {
  const pieces = piecesOf(source)
  const start = pieces.findIndex(({ kind, name }) => kind === 'open' && name === 'mj-body')
  const body = pieces[start]
  if (!body) return undefined
  const blocks: Block[] = []
  const open: string[] = []
  let from: number | undefined
  let remark: Piece | undefined
  for (const piece of pieces.slice(start + 1)) {
    if (piece.kind === 'close' && piece.name === 'mj-body')
      return open.length > 0 ? undefined : { blocks, from: body.to, to: piece.from }
    if (piece.kind === 'comment' && open.length === 0) {
      remark = piece
      continue
    }
    const step = stepOf(piece)
    if (step === 'none') continue
    // A comment belongs to the block after it and moves with that block.
    if (open.length === 0) from = remark && source.slice(remark.to, piece.from).trim() === '' ? remark.from : piece.from
    remark = undefined
    if (step === 'in') open.push(piece.name)
    else if (step === 'out' && open.pop() !== piece.name.replace(/^end/, '')) return undefined
    if (open.length === 0 && from !== undefined) blocks.push({ from, to: piece.to })
  }
  return undefined
}

function stepOf({ kind, name }: Piece): 'in' | 'out' | 'both' | 'none' {
  if (kind === 'open') return 'in'
  if (kind === 'close') return 'out'
  if (kind === 'alone') return 'both'
  if (kind !== 'tag') return 'none'
  if (opening.has(name)) return 'in'
  return name.startsWith('end') && opening.has(name.slice(3)) ? 'out' : 'none'
}
