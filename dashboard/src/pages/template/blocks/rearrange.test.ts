import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gallery } from '../../templates/gallery/gallery.ts'
import { blockKinds } from './kinds.ts'
import { type Layout, layoutOf } from './layout.ts'
import { duplicateBlock, insertBlock, moveBlock, removeBlock } from './rearrange.ts'

const whole = (source: string): Layout => {
  const layout = layoutOf(source)
  if (!layout) throw new Error(`not whole: ${source}`)
  return layout
}
const textsOf = (source: string) => whole(source).blocks.map(({ from, to }) => source.slice(from, to))
const mail = `<mjml>
  <mj-body>
    <mj-section>a</mj-section>

    <!-- about b -->
    <mj-section>
      b
    </mj-section>
    {% if c %}<mj-section>c</mj-section>{% endif %}
  </mj-body>
</mjml>
`

test('a block moves, and the rest of the source stays the same', () => {
  expect(moveBlock(mail, whole(mail), 2, 0)).toEqual({
    at: 0,
    source: `<mjml>
  <mj-body>
    {% if c %}<mj-section>c</mj-section>{% endif %}

    <mj-section>a</mj-section>
    <!-- about b -->
    <mj-section>
      b
    </mj-section>
  </mj-body>
</mjml>
`,
  })
})

test('moving a block back restores the source', () => {
  const places = fc.nat({ max: 20 })
  fc.assert(
    fc.property(fc.constantFrom(mail, ...gallery.map(({ mjml }) => mjml)), places, places, (source, a, b) => {
      const count = whole(source).blocks.length
      const [from, to] = [a % count, b % count]
      const moved = moveBlock(source, whole(source), from, to)

      expect(textsOf(moved.source)[to]).toBe(textsOf(source)[from])
      expect(moveBlock(moved.source, whole(moved.source), to, from).source).toBe(source)
    }),
  )
})

test('nothing moves beyond the ends', () => {
  expect(moveBlock(mail, whole(mail), 0, -1).source).toBe(mail)
  expect(moveBlock(mail, whole(mail), 2, 3).source).toBe(mail)
  expect(moveBlock(mail, whole(mail), 7, 0).source).toBe(mail)
})

test('a new block is inserted with the indentation of the others', () => {
  const first = insertBlock(mail, whole(mail), 0, '<mj-section>\n  x\n</mj-section>')
  expect(first.source).toContain(
    '<mj-body>\n    <mj-section>\n      x\n    </mj-section>\n    <mj-section>a</mj-section>\n',
  )
  const last = insertBlock(mail, whole(mail), 3, '<mj-section>x</mj-section>')
  expect(last).toMatchObject({ at: 3 })
  expect(last.source).toContain('{% endif %}\n    <mj-section>x</mj-section>\n  </mj-body>')
  const empty = '<mjml><mj-body></mj-body></mjml>'
  expect(insertBlock(empty, whole(empty), 0, '<mj-section/>').source).toBe(
    '<mjml><mj-body>\n    <mj-section/>\n</mj-body></mjml>',
  )
})

test.each(blockKinds)('$name can be added anywhere and removed again', ({ mjml }) => {
  for (const at of [0, 1, 2, 3]) {
    const added = insertBlock(mail, whole(mail), at, mjml)
    expect(textsOf(added.source)).toHaveLength(4)
    expect(removeBlock(added.source, whole(added.source), added.at).source).toBe(mail)
  }
})

test('a copy is inserted after its original', () => {
  const { source, at } = duplicateBlock(mail, whole(mail), 1)
  const texts = textsOf(source)
  expect(at).toBe(2)
  expect(texts).toHaveLength(4)
  expect(texts[2]).toBe(texts[1])
})
