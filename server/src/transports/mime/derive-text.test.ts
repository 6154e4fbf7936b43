import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { deriveText } from './derive-text.ts'
import { addHoneypot } from './links.fixture.ts'

describe('the derived text', () => {
  test.each([
    [
      'a link is followed by its URL',
      '<p>Track it <a href="https://acme.test/t?a=1&amp;b=2">here</a>.</p>',
      'Track it here <https://acme.test/t?a=1&b=2>.',
    ],
    [
      'a link whose text is its URL is written once',
      '<a href="https://acme.test">https://acme.test</a>',
      'https://acme.test',
    ],
    ['a mail link shows the address', '<a href="mailto:ada@acme.test">Write to us</a>', 'Write to us <ada@acme.test>'],
    [
      'the address of a mail link is decoded, unless that makes it unreadable',
      '<a href="mailto:ada%2Bnews@acme.test?subject=Hi">Write</a> <a href="mailto:%zz@acme.test">or</a> <a href="mailto:a%0D%0Ab@acme.test">not</a>',
      'Write <ada+news@acme.test> or <%zz@acme.test> not <a%0D%0Ab@acme.test>',
    ],
    [
      'for a link that only works in html, only its text is kept',
      '<a href="#top">Up</a> <a href="javascript:x()">Go</a>',
      'Up Go',
    ],
    [
      'an image becomes its alt text',
      'Look: <img src="https://acme.test/i.png" alt="A horn"><img src="/pixel.gif">',
      'Look: A horn',
    ],
    [
      'a linked image becomes a link',
      '<a href="https://acme.test"><img src="i.png" alt="Shop"></a>',
      'Shop <https://acme.test>',
    ],
    [
      'lists keep their markers and depth',
      '<ul><li>One</li><li>Two<ol start="3"><li>x</li><li>y</li></ol></li></ul>',
      '- One\n- Two\n  3. x\n  4. y',
    ],
    [
      'a table row becomes a line',
      '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Horn</td><td>$5</td></tr></table>',
      'Item Price\nHorn $5',
    ],
    [
      'what follows a head that is not closed, as minifiers leave it, is kept',
      '<!doctype html><html lang=en><head dir=ltr><title>T</title><style>p{}</style><p>Hi',
      'Hi',
    ],
    ['headings are not in upper case', '<h1>Thank you</h1><p>Bye</p>', 'Thank you\n\nBye'],
    ['a quote is marked', '<blockquote>One<br>Two</blockquote>', '> One\n> Two'],
    ['code keeps its lines', '<pre>if (x)\n  y()</pre>', 'if (x)\n  y()'],
    ['so does code in a quote', '<blockquote><pre>a\r\n\n b</pre>c</blockquote>', '> a\n>\n>  b\n>\n> c'],
    ['entities are characters', '<p>&lt;b&gt; &amp; &euro;5&nbsp;&#8211; caf&eacute;</p>', '<b> & €5 – café'],
    [
      'invisible content is left out',
      '<head><title>T</title><style>p{}</style></head><script>x</script><!-- c --><p>Hi</p>',
      'Hi',
    ],
    ['a long paragraph is not wrapped', `<p>${'word '.repeat(100)}</p>`, 'word '.repeat(100).trim()],
    ['the filler of a preview line is left out', `Sale!${'&nbsp;&zwnj;'.repeat(80)}<p>Hi</p>`, 'Sale!\n\nHi'],
    ['text outside the body is kept', 'Before <html><body>Inside</body></html>', 'Before Inside'],
  ])('%s', (_promise, html, text) => {
    expect(deriveText(html)).toBe(text)
  })

  test.each(['', '   ', '<img src="x">', '<p>&nbsp;</p>', '<!-- -->', '<style>p{}</style>'])(
    '%j gives no text',
    html => {
      expect(deriveText(html)).toBe('')
    },
  )
})

describe('hostile html', () => {
  const megabytes = (unit: string) => unit.repeat((5 * 1024 * 1024) / unit.length)

  test.each([
    ['100,000 nested divs', `${'<div>'.repeat(100_000)}x${'</div>'.repeat(100_000)}`],
    ['20,000 nested table tags', '<table><tr><td>'.repeat(7_000) + 'x'],
    ['as many, with closing tags', '<table>'.repeat(10_000) + '</table>'.repeat(10_000)],
    ['tags that close what is open far above', `<table>${'<i>'.repeat(9_000)}${'</b>'.repeat(10_000)}`],
    ['many links in a long text', `${'word '.repeat(150_000)}${'<a href="http://x">y</a>'.repeat(9_900)}`],
    ['nested links', '<a href="https://x.test"><div>y'.repeat(5_000) + '</div></a>'.repeat(5_000)],
    ['a million <', '<'.repeat(1_000_000)],
    ['tags that never close', megabytes('<b>')],
    ['links that never close', megabytes('<a href="https://x.test">y')],
    ['a tag with many attributes', `<a ${Array.from({ length: 500_000 }, (_, nth) => `a${nth}`).join(' ')}>`],
    ['quotes around very many lines', `${'<blockquote>'.repeat(98)}<pre>${megabytes('x\n')}</pre>`],
    ['lists around very many lines', `${'<ul><li>'.repeat(48)}${megabytes('x<br>')}`],
    ['a list with a huge start number', '<ol type="i" start="99999999999999999999"><li>x</li></ol>'],
    ['an element named like a property', '<constructor>x</constructor>'],
    ['endless words', megabytes('a ')],
    ['endless entities', megabytes('&amp')],
    ['an endless comment', `<!--${megabytes('-')}`],
    ['endless spaces', megabytes('\u00a0 ')],
    ['many spaces in a line', `<pre>${' '.repeat(1_000_000)}x</pre>`],
    ['a link of @', `<a href="${'@'.repeat(1_000_000)}:">x</a>`],
  ])('%s: takes less than a second', (_what, html) => {
    const started = cpuNow()

    expect(deriveText(html)).toBeTypeOf('string')

    expect(cpuNow() - started).toBeLessThan(1000)
  })

  test('html that is too long is cut', () => {
    const text = deriveText(`<p>First</p>${megabytes('<p>more</p>')}`)

    expect(text).toMatch(/^First\n\nmore/)
    expect(text.length).toBeLessThan(1024 * 1024)
  })

  test('prefixes on each line do not make the text longer than the limit', () => {
    const text = deriveText(`${'<blockquote>'.repeat(5)}<pre>${megabytes('x\n')}</pre>`)

    expect(text).toMatch(/^> > > > > x\n> > > > > x/)
    expect(text.length).toBeLessThan(1024 * 1024 + 1)
  })
})

test('the invisible honeypot link is not in the text either', () => {
  const html = addHoneypot('<p>Read <a href="https://acme.test/x">more</a></p>', 'https://links.acme.test/t/c/trap')

  expect(deriveText(html)).toBe('Read more <https://acme.test/x>')
})
