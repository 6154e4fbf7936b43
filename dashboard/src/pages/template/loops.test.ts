import { expect, test } from 'vitest'
import { gallery } from '../templates/gallery/gallery.ts'
import { loopsIn } from './loops.ts'
import { withSamples } from './sample-values.ts'

test('a loop has its list and the fields it prints of each entry', () => {
  const source =
    '{%- for item in order.items limit: 3 %}{{ item.name | upcase }} {% if item.price > 1 %}{{ other.item.x }}{% endif %}{% endfor %}'
  expect(loopsIn([source, undefined])).toEqual({ 'order.items': ['name', 'price'] })
  expect(loopsIn(['{% for tag in tags %}{{ tag }}{% endfor %}', '{{ tags }}'])).toEqual({ tags: [] })
  expect(loopsIn(['no loop {{ a.b }} {% for %} {% for x in (1..3) %}'])).toEqual({})
})

test('an empty list gets sample entries, and an existing one is kept', () => {
  const loops = loopsIn([
    '{% for item in order.items %}{{ item.name }}{% endfor %}{% for tag in tags %}{{ tag }}{% endfor %}',
  ])
  expect(withSamples({ tags: ['mine'] }, ['order.items', 'tags', 'code'], loops)).toEqual({
    order: { items: [{ name: 'Ada Lovelace' }, { name: 'Ada Lovelace' }] },
    tags: ['mine'],
    code: '481502',
  })
  expect(withSamples({}, ['tags'], loops)).toEqual({ tags: ['tags', 'tags'] })
})

test.each(gallery)('$name: the sample entries have every printed field', ({ subject, mjml, text, samples }) => {
  for (const [list, fields] of Object.entries(loopsIn([subject, mjml, text])))
    expect(samples[list]).toEqual(
      expect.arrayContaining([Object.fromEntries(fields.map(field => [field, expect.anything()]))]),
    )
})
