import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { addHoneypot, addPixel, rewriteLinks } from './links.fixture.ts'
import { changeHtml, findMarks } from './links.ts'

const tracked = (url: string) => `https://t.test/c/${Buffer.from(url).toString('base64url')}`
const rewrite = (html: string) => rewriteLinks(html, tracked)
const urlsOf = (html: string): string[] => {
  const urls: string[] = []
  rewriteLinks(html, url => {
    urls.push(url)
    return undefined
  })
  return urls
}

describe('web links get another URL', () => {
  const address = tracked('https://shop.test/a?b=1&c=2')

  test.each([
    ['double quotes', '<a href="https://shop.test/a?b=1&amp;c=2">x</a>', `<a href="${address}">x</a>`],
    ['an unescaped ampersand', '<a href="https://shop.test/a?b=1&c=2">x</a>', `<a href="${address}">x</a>`],
    ['single quotes', "<a href='https://shop.test/a?b=1&#38;c=2'>x</a>", `<a href='${address}'>x</a>`],
    ['no quotes', '<a href=https://shop.test/a?b=1&amp;c=2>x</a>', `<a href="${address}">x</a>`],
    ['no quotes, with another attribute', '<a href=https://shop.test/a?b=1&c=2 id=i>', `<a href="${address}" id=i>`],
    ['upper case', '<A HREF="https://shop.test/a?b=1&AMP;c=2">x</A>', `<A HREF="${address}">x</A>`],
    [
      'an <area>',
      '<area shape=rect href="https://shop.test/a?b=1&amp;c=2" />',
      `<area shape=rect href="${address}" />`,
    ],
    [
      'spaces around the equals sign',
      '<a href =\n "https://shop.test/a?b=1&amp;c=2"  >',
      `<a href =\n "${address}"  >`,
    ],
    ['spaces and line breaks in the URL', '<a href=" https://shop.test/a\n?b=1&amp;c=2 ">', `<a href="${address}">`],
    ['letters as character references', '<a href="&#104;ttps://shop.test/a?b=1&amp;c=2">', `<a href="${address}">`],
    [
      'the first of two hrefs',
      '<a href="https://shop.test/a?b=1&c=2" href="https://b.test/">',
      `<a href="${address}" href="https://b.test/">`,
    ],
    [
      'other attributes that look similar',
      '<a data-href="https://b.test" title="href=" href="https://shop.test/a?b=1&c=2">',
      `<a data-href="https://b.test" title="href=" href="${address}">`,
    ],
    [
      'content for all clients except Outlook',
      '<!--[if !mso]><!--><a href="https://shop.test/a?b=1&c=2">x</a><!--<![endif]-->',
      `<!--[if !mso]><!--><a href="${address}">x</a><!--<![endif]-->`,
    ],
    [
      'other values of data-track',
      '<a href="https://shop.test/a?b=1&c=2" data-track="on">',
      `<a href="${address}" data-track="on">`,
    ],
    ['a slash before the end', '<a href="https://shop.test/a?b=1&c=2"/>', `<a href="${address}"/>`],
    [
      'no space between attributes',
      '<a id="i"href="https://shop.test/a?b=1&c=2"class=c>',
      `<a id="i"href="${address}"class=c>`,
    ],
  ])('%s', (_, html, expected) => {
    expect(rewrite(html)).toBe(expected)
  })

  test.each([
    ['HTTP://SHOP.test/Ä', 'HTTP://SHOP.test/Ä'],
    ['http://shop.test', 'http://shop.test'],
    ['https://shop.test/?q=%20&amp;amp;', 'https://shop.test/?q=%20&amp;'],
    ['https://shop.test/?copy=1', 'https://shop.test/?copy=1'],
    ['https://shop.test/?a=1&copy;', 'https://shop.test/?a=1©'],
    ['https://shop.test/?a=1&copy=2', 'https://shop.test/?a=1&copy=2'],
  ])('%s is read as by a browser', (href, url) => {
    expect(urlsOf(`<a href="${href}">`)).toEqual([url])
  })

  test('the new URL is escaped for html', () => {
    const html = rewriteLinks(`<a href='https://a.test'><a href=https://a.test>`, () => `https://t.test/?a=1&b="'<>`)
    const escaped = 'https://t.test/?a=1&amp;b=&quot;&#39;&lt;&gt;'
    expect(html).toBe(`<a href='${escaped}'><a href="${escaped}">`)
  })

  test('200 links in an email get 200 new URLs', () => {
    const parts = Array.from({ length: 200 }, (_, nth) => `https://shop.test/${nth}?a=${nth}&b=1`)
    const page = (write: (url: string) => string) =>
      `<table>${parts.map(url => `<tr><td><a href="${write(url).replaceAll('&', '&amp;')}">${url}</a>`).join('\n')}</table>`
    expect(rewrite(page(url => url))).toBe(page(tracked))
  })
})

describe('everything else keeps its bytes', () => {
  test.each([
    ['mail', '<a href="mailto:a@b.test?subject=https://x.test">'],
    ['telephone', '<a href="tel:+491234">'],
    ['text message', '<a href="sms:+491234">'],
    ['anchor', '<a href="#top">'],
    ['an empty URL', '<a href="">'],
    ['no value', '<a href>'],
    ['no link', '<a name="https://shop.test">'],
    ['part of the email', '<a href="cid:logo@shop.test">'],
    ['data', '<a href="data:text/html,https://shop.test">'],
    ['script', '<a href="javascript:location=\'https://shop.test\'">'],
    ['script in disguise', '<a href="java&#115;cript:https://shop.test">'],
    ['relative', '<a href="/shop">'],
    ['without a scheme', '<a href="//shop.test/">'],
    ['only a scheme', '<a href="https://">'],
    ['no host', '<a href="https:///?x">'],
    ['an invalid host', '<a href="https://a b.test/">'],
    ['control characters', '<a href="https://shop.test/\0">'],
    ['tracking off', '<a data-track="off" href="https://shop.test">'],
    ['tracking off, after the href', '<a href="https://shop.test" DATA-TRACK=Off>'],
    ['the unsubscribe link', '<a href="https://unsubscribe.posthorn.invalid/">'],
    ['the preferences link', '<a href="https://preferences.posthorn.invalid/?a=b">'],
    [
      'another element',
      '<link href="https://shop.test"><base href="https://shop.test"><abbr href="https://shop.test">',
    ],
    ['an image', '<img src="https://shop.test/i.png">'],
    ['a comment', '<!-- <a href="https://shop.test"> -->'],
    ['a comment for Outlook', '<!--[if mso]><a href="https://shop.test"><![endif]-->'],
    ['a style', '<style>/* <a href="https://shop.test"> */</style>'],
    ['a script', '<script>"<a href=\'https://shop.test\'>"</script>'],
    ['a text area', '<textarea><a href="https://shop.test"></textarea>'],
    ['a title', '<title><a href="https://shop.test"></title>'],
    ['text', '&lt;a href="https://shop.test"&gt; https://shop.test'],
    ['an attribute', `<p title='<a href="https://shop.test">'>`],
    ['a tag that never ends', '<p>Hello <a href="https://shop.test"'],
    ['a value that never ends', '<p>Hello <a href="https://shop.test>now</a>'],
    ['a comment that never ends', '<!-- <a href="https://shop.test">'],
    ['a style that never ends', '<style><a href="https://shop.test">'],
    ['nothing', ''],
  ])('%s', (_, html) => {
    expect(rewrite(html)).toBe(html)
    expect(urlsOf(html)).toEqual([])
  })

  test('a link that the caller leaves unchanged', () => {
    const html = "<a href = https://a.test/?x&y >&amp<A HREF='https://b.test/?x&y'>"
    const other = rewriteLinks(html, url => (url.startsWith('https://b') ? 'https://t.test/1' : undefined))
    expect(other).toBe("<a href = https://a.test/?x&y >&amp<A HREF='https://t.test/1'>")
  })

  test('html that is broken in every way, except for its links', () => {
    const page = (one: string, two: string) =>
      `<!doctype html><BODY bgcolor=#fff>\r\n</p></div><a\thref="${one}" <b>x</a</a >&nbsp &#x; &unknown; <>< a>` +
      `<td><table></td><a href='${two}' href=x =y "z>\0\uFEFF\uD800<![CDATA[ ]]><?php ?><!><!-- -- > --!><br/></br></BODY></html>\n\n`
    const links = ['https://a.test/1', 'https://b.test/2'] as const
    expect(rewrite(page(...links))).toBe(page(tracked(links[0]), tracked(links[1])))
  })
})

test('for any html, a parser sees the same before and after, except for the URLs of links', () => {
  const pieces = fc.constantFrom(
    ...[
      '<a href="https://a.test/?x=1&amp;y=2">',
      "<A HREF='http://b.test/&quot;'>",
      '<a href=https://c.test/?a&b ',
      '>',
    ],
    ...[
      '<area href="https://d.test">',
      '<a href="mailto:x@y.test">',
      '<a data-track=off href="https://e.test">',
      '</a>',
    ],
    ...['<!--', '-->', '<![endif]-->', '<!--[if mso]>', '<style>', '</style>', '<script>', '</script', '<textarea>'],
    ...[
      '</textarea>',
      '<title>',
      '</title>',
      '<p ',
      'title="',
      "'",
      '"',
      '=',
      '/',
      ' ',
      '\n',
      '&',
      '&amp;',
      '&#x',
      ';',
    ],
    ...[
      '<',
      '</',
      '<!',
      '<?',
      'href',
      'href=',
      'href="',
      'https://f.test/',
      'a',
      'ü',
      '\0',
      '<![CDATA[',
      ']]>',
      '<table>',
    ],
    ...['<div>', '</div>', '<body>', '</body>', '<plaintext>', '<a', '<a href', 'data-track="off"'],
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), parts => {
      const html = parts.join('')
      expect(seenIn(rewrite(html))).toEqual(seenIn(html, tracked))
      expect(rewriteLinks(html, () => undefined)).toBe(html)
    }),
    { numRuns: 2_000 },
  )
})

/** What a parser sees; with `toAddress`, what it should see after rewriting the links. */
function seenIn(html: string, toAddress?: (url: string) => string): unknown[] {
  const seen: unknown[] = []
  let text = ''
  const end = () => {
    if (text !== '') seen.push(text)
    text = ''
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      end()
      const href = attributes.href?.trim().replaceAll(/[\t\r\n]/g, '')
      const isTracked =
        (name === 'a' || name === 'area') &&
        attributes['data-track'] !== 'off' &&
        /^https?:\/\/[^\0]+$/.test(href ?? '') &&
        URL.canParse(href ?? '')
      seen.push([name, isTracked && toAddress ? { ...attributes, href: toAddress(href ?? '') } : attributes])
    },
    ontext: more => {
      text += more
    },
    onclosetag(name) {
      end()
      seen.push(`/${name}`)
    },
    oncomment(data) {
      end()
      seen.push({ comment: data })
    },
    onprocessinginstruction(_, data) {
      end()
      seen.push({ instruction: data })
    },
    oncdatastart: end,
  })
  parser.end(html)
  end()
  return seen
}

/** An email may have 5 MiB. Quadratic time already shows with one MiB. */
describe('a MiB of hostile html takes linear time', () => {
  const size = 1024 * 1024
  const filled = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size)

  test.each([
    ['nested tags', filled('<div>')],
    ['nested links', filled('<a href=https://a.test>')],
    ['only links', filled('<a href="https://a.test/?a=1&amp;b=2"></a>')],
    ['tags that do not end', filled('<a href="https://a.test" ')],
    ['URLs that do not end', filled('<a href="')],
    ['the same attribute again and again', `<a ${filled('href=https://a.test ')}>`],
    ['one long URL', `<a href="https://a.test/${filled('x')}">`],
    ['one long URL of entities', `<a href="https://a.test/${filled('&amp;')}">`],
    ['spaces before a URL', `<a href=${filled(' ')}"https://a.test">`],
    ['spaces in a URL', `<a href="${filled(' ')}https://a.test${filled('\t\n ')}">`],
    ['entities that do not end', `<a href="https://a.test/${filled('&#0')}">${filled('&')}`],
    ['one long number', `<a href="https://a.test/&#${filled('0')}">`],
    ['comments that do not end', filled('<!--')],
    ['styles that do not end', filled('<style>')],
    ['incomplete ends of styles', `<style>${filled('</style')}`],
    ['many ends of the body', filled('</body>')],
  ])('%s', (_, html) => {
    const started = cpuNow()
    changeHtml(html, findMarks(html), {
      toAddress: () => 'https://t.test/c/1',
      honeypot: 'https://t.test/c/2',
      pixel: 'https://t.test/o/1',
      fill: text => text,
    })
    expect(cpuNow() - started).toBeLessThan(1_000)
  })
})

test('of very many links, a thousand get another URL, and the rest stay unchanged', () => {
  const html = '<a href="https://a.test/">x</a>'.repeat(1_200)
  const rewritten = rewriteLinks(html, () => 'https://t.test/')
  expect(rewritten.split('https://t.test/').length - 1).toBe(1_000)
  expect(rewritten.split('https://a.test/').length - 1).toBe(200)
})

test('placeholders for the recipient are filled in around the links and in them', () => {
  const html = '@ <a href="https://a.test/?@">@</a></body> @ <a href="https://b.test">'
  const changes = { fill: (text: string) => text.replaceAll('@', 'own'), toAddress: tracked, pixel: 'https://t.test/o' }
  const changed = changeHtml(html, findMarks(html), changes)
  expect(changed).toBe(
    `own <a href="${tracked('https://a.test/?own')}">own</a>${addPixel('', 'https://t.test/o')}</body> own <a href="${tracked('https://b.test')}">`,
  )
})

describe('additions', () => {
  const image =
    `<div style="width:1px;height:1px;background-image:url('https://t.test/o/1?a&amp;b')"></div>` +
    '<!--[if mso]><img src="https://t.test/o/1?a&amp;b" width="1" height="1" alt="" /><![endif]-->'
  const pixelIn = (html: string) => addPixel(html, 'https://t.test/o/1?a&b')

  test.each([
    ['before the end of the body', '<html><body>Hi</body></html>', `<html><body>Hi${image}</body></html>`],
    ['before the last one', '<body>Hi</body></BODY ></html>', `<body>Hi</body>${image}</BODY ></html>`],
    ['at the end if no body ends', '<p>Hi', `<p>Hi${image}`],
    ['not in a comment', '<body>Hi</body><!-- </body> -->', `<body>Hi${image}</body><!-- </body> -->`],
    ['not in a style', '<body>Hi</body><style></body></style>', `<body>Hi${image}</body><style></body></style>`],
    ['in an empty body', '', image],
  ])('the pixel is added %s', (_, html, expected) => {
    expect(pixelIn(html)).toBe(expected)
  })

  test('the honeypot cannot be seen, is not read aloud and cannot be reached with the keyboard', () => {
    const seen = seenIn(addHoneypot('<body>Hi</body>', 'https://t.test/c/1?a&b'))
    const attributes = {
      href: 'https://t.test/c/1?a&b',
      rel: 'nofollow',
      'aria-hidden': 'true',
      tabindex: '-1',
    }
    // It has no visible content, and no style hides it: spam filters look for hidden elements.
    expect(seen).toEqual([['body', {}], 'Hi', ['a', attributes], '/a', '/body'])
  })
})
