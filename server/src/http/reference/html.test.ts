import { describe, expect, test } from 'vitest'
import { html, prose } from './html.ts'

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

describe('prose', () => {
  test.each([
    ['Set scheduled_for.', 'Set <code>scheduled_for</code>.'],
    ['Needs `emails:send` here.', 'Needs <code>emails:send</code> here.'],
    ['Nothing special.', 'Nothing special.'],
    ['`<b>` stays text & so does <i>', '<code>&lt;b&gt;</code> stays text &amp; so does &lt;i&gt;'],
  ])('%s', (text, expected) => {
    expect(prose(text).markup).toBe(expected)
  })
})
