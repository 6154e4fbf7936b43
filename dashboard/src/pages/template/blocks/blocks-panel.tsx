/** The email as a list of its blocks. Each action changes the source of one block and nothing else. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { BlockCard } from './block-card.tsx'
import { describeBlock } from './describe.ts'
import type { Dragged } from './drag.ts'
import { blockIcons } from './icons.ts'
import { blockKinds } from './kinds.ts'
import { type Layout, layoutOf } from './layout.ts'
import { duplicateBlock, insertBlock, moveBlock, type Rearranged, removeBlock } from './rearrange.ts'
import { useDrag } from './use-drag.ts'

type Props = {
  source: string
  onChange: (source: string) => void
  /** Shows the block in the source. */
  onChoose: (block: { from: number; to: number }) => void
}

export function BlocksPanel({ source, onChange, onChoose }: Props) {
  const layout = useMemo(() => layoutOf(source), [source])
  const [chosen, setChosen] = useState<number>()
  const [said, setSaid] = useState('')
  const panel = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [focused, setFocused] = useState<{ at: number }>()
  useEffect(() => {
    if (focused) list.current?.querySelectorAll<HTMLElement>('[data-card]')[focused.at]?.focus()
  }, [focused])
  const { dragged, before, handlersFor } = useDrag({ panel, list, onDrop: (what, at) => drop(what, at) })
  if (!layout) return <NotWhole />

  const choose = (at: number, { blocks }: Layout = layout) => {
    const block = blocks[at]
    setChosen(block ? at : undefined)
    if (block) onChoose(block)
  }
  const apply = (made: Rearranged, say: string) => {
    const next = layoutOf(made.source)
    if (!next || made.source === source) return
    onChange(made.source)
    choose(made.at, next)
    setSaid(say)
    setFocused({ at: made.at })
  }
  const { blocks } = layout
  const titleAt = (at: number) => {
    const block = blocks[at]
    return block ? describeBlock(source, block).title : ''
  }
  const move = (from: number, to: number) =>
    apply(moveBlock(source, layout, from, to), `${titleAt(from)} moved to position ${to + 1} of ${blocks.length}.`)
  const insert = (name: string, at: number) => {
    const kind = blockKinds.find(one => one.name === name)
    if (kind) apply(insertBlock(source, layout, at, kind.mjml), `${kind.title} added at position ${at + 1}.`)
  }
  /** Drops it before the block at that index. */
  const drop = (dragged: Dragged, before: number) => {
    if (dragged.kind === 'new') insert(dragged.name, before)
    else move(dragged.from, before > dragged.from ? before - 1 : before)
  }
  return (
    <section ref={panel} aria-label="Blocks" className="flex min-h-0 grow flex-col overflow-y-auto bg-sunken">
      <fieldset aria-label="Add a block" className="flex flex-wrap gap-1 border-b border-line p-2">
        {blockKinds.map(({ name, title }) => {
          const Icon = blockIcons[name]
          return (
            <button
              key={name}
              type="button"
              aria-label={`Add ${title.toLowerCase()}`}
              title={`Add ${title.toLowerCase()}: click to add it after the selected block`}
              {...handlersFor({ kind: 'new', name })}
              onClick={() => insert(name, chosen === undefined ? blocks.length : Math.min(chosen + 1, blocks.length))}
              className="flex h-7 items-center gap-1 rounded border border-line bg-raised px-1.5 text-xs hover:bg-hover"
            >
              <Icon aria-hidden className="size-3.5 text-faint" />
              {title}
            </button>
          )
        })}
      </fieldset>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={list} aria-label="Blocks of the email" className="grow p-2">
        {blocks.map((block, at) => (
          <BlockCard
            // A block has no identity, and its index changes when blocks move.
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other key
            key={at}
            at={at}
            count={blocks.length}
            described={describeBlock(source, block)}
            isChosen={at === chosen}
            onChoose={() => choose(at)}
            onMove={to => move(at, to)}
            handlers={handlersFor({ kind: 'move', from: at })}
            isDragged={dragged?.kind === 'move' && dragged.from === at}
            dropLine={before === at ? 'above' : before === blocks.length && at === before - 1 ? 'below' : undefined}
            onDuplicate={() => apply(duplicateBlock(source, layout, at), `${titleAt(at)} duplicated.`)}
            onRemove={() => apply(removeBlock(source, layout, at), `${titleAt(at)} deleted.`)}
          />
        ))}
        {blocks.length === 0 && <li className="p-2 text-sm text-soft">No blocks yet. Add one above.</li>}
      </ol>
    </section>
  )
}

const NotWhole = () => (
  <section aria-label="Blocks" className="grow bg-sunken p-4 text-sm text-soft">
    The source is incomplete: an element in &lt;mj-body&gt; is not closed. The blocks return once it is closed.
  </section>
)
