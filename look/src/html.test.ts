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
})
