import { describe, expect, test } from 'vitest'
import { html } from './html.ts'

describe('html', () => {
  test.each([
    ['text', html`<b>${'<&>"\''}</b>`, '<b>&lt;&amp;&gt;&quot;&#39;</b>'],
    ['a number', html`${0}`, '0'],
    ['nothing', html`a${undefined}${false}b`, 'ab'],
    ['markup', html`<p>${html`<b>x</b>`}</p>`, '<p><b>x</b></p>'],
    ['a list', html`${['<', html`<br>`, ['>']]}`, '&lt;<br>&gt;'],
    ['an attribute', html`<a title="${'" onclick="x'}">`, '<a title="&quot; onclick=&quot;x">'],
  ])('writes %s', (_, { markup }, expected) => {
    expect(markup).toBe(expected)
  })

  test.each([
    ['an override', 'a\u202eb', 'a\u202eb\u202c'],
    ['an isolate around an embedding', '\u2067a\u202bb', '\u2067a\u202bb\u202c\u2069'],
    ['an isolate that ends an embedding', '\u2067a\u202bb\u2069', '\u2067a\u202bb\u2069'],
    ['what is closed already', '\u202ea\u202c \u2066b\u2069', '\u202ea\u202c \u2066b\u2069'],
    ['ends without a beginning', 'a\u202c\u2069b', 'a\u202c\u2069b'],
    ['an override around such an end', '\u202ea\u2069b', '\u202ea\u2069b\u202c'],
  ])('lets no text turn what follows it: %s', (_, name, closed) => {
    expect(html`<p title="${name}">${name} invites you</p>`.markup).toBe(
      `<p title="${closed}">${closed} invites you</p>`,
    )
  })

  test('closes the directions of any text in time in proportion to it', () => {
    const many = 200_000
    const text = `${'\u2066'.repeat(many)}${'\u202a'.repeat(many)}${'\u2069'.repeat(many)}`

    expect(html`${text}`.markup).toBe(text)
  })
})
