import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fill } from './render.fixture.ts'

describe('what is printed', () => {
  test('html escapes what is printed, subject and text do not', () => {
    const variables = { x: `<b>"Tom" & 'Jo'</b>` }
    expect(fill({ subject: '{{ x }}', html: '<p>{{ x }}</p>', text: '{{ x }}' }, variables)).toEqual({
      subject: variables.x,
      html: '<p>&lt;b&gt;&#34;Tom&#34; &amp; &#39;Jo&#39;&lt;/b&gt;</p>',
      text: variables.x,
    })
  })

  test.each([
    ['{{ x | raw }}', '<i>'],
    ['{{ x | escape }}', '&lt;i&gt;'],
    ['{{ x | escape_once }}', '&lt;i&gt;'],
    ['{{ x | escape | escape_once }}', '&lt;i&gt;'],
    ['{{ x | raw | upcase }}', '&lt;I&gt;'],
    ['{{ lines | newline_to_br }}', '&lt;a&gt;<br />\nb'],
    ['{{ lines | escape | newline_to_br }}', '&lt;a&gt;<br />\nb'],
    ['{% echo x %}', '&lt;i&gt;'],
    ['{% echo x | raw %}', '<i>'],
    ['{% capture c %}<p>{{ x }}</p>{% endcapture %}{{ c }}', '<p>&lt;i&gt;</p>'],
    [
      '{% capture c %}<p>{{ x }}</p>{% endcapture %}{% echo c %}{{ c | default: "z" }}',
      '<p>&lt;i&gt;</p><p>&lt;i&gt;</p>',
    ],
    [
      '{% capture c %}ab{% endcapture %}{{ c.size }}{% if c == "ab" %}yes{% endif %}{{ c | append: x }}',
      '2yesab&lt;i&gt;',
    ],
    ['{% for i in (1..3) %}{% cycle "<", ">" %}{% endfor %}', '&lt;&gt;&lt;'],
    ['{{ object }}', '{&#34;a&#34;:&#34;&lt;&#34;}'],
    ['{{ list }}', '1&lt;'],
    ['{{ list | join: x }}', '1&lt;i&gt;&lt;'],
    ['{{ object | json }}', '{&#34;a&#34;:&#34;&lt;&#34;}'],
    ['{{ nothing }}|{{ nothing.deeper }}|{{ no }}|{{ zero }}', '||false|0'],
    ['{% raw %}{{ x }}{% endraw %}', '{{ x }}'],
  ])('in html, %s', (html, expected) => {
    const variables = {
      x: '<i>',
      lines: '<a>\r\nb',
      object: { a: '<' },
      list: [1, '<'],
      nothing: null,
      no: false,
      zero: 0,
    }
    expect(fill({ html }, variables)).toMatchObject({ html: expected })
  })

  test('no text of a variable becomes markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), x => {
        const filled = fill(
          { html: '{{ x }}{{ y.z }}{% for i in list %}{{ i }}{% endfor %}' },
          { x, y: { z: x }, list: [x] },
        )
        expect(filled).toMatchObject({ html: expect.not.stringMatching(/[<>"']|&(?!amp;|lt;|gt;|#34;|#39;)/) })
      }),
    )
  })

  test('all kinds of variables are printed or refused, and not changed', () => {
    const source =
      '{{ x }}{{ x | upcase | size }}{% for i in x %}{{ i }}{% endfor %}{% increment x %}{{ x | sort | join }}'
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), json => {
        const variables = { x: JSON.parse(json) }
        fill({ html: source, text: source, subject: `S ${source}` }, variables)
        expect(JSON.stringify(variables)).toBe(JSON.stringify({ x: JSON.parse(json) }))
      }),
    )
  })

  test('is never U+0000, which no database stores, in any part', () => {
    const made = '{{ x | url_decode }}'

    expect(fill({ subject: 'Hi', html: `<p>${made}</p>`, text: made }, { x: '%00' })).toMatchObject({
      code: 'validation_error',
      details: [{ path: 'html' }, { path: 'text' }],
    })
  })

  test('is never half a character, which no database stores as JSON, in any part', () => {
    const cut = '{{ x | split: "" | join: "-" }}'

    expect(fill({ subject: cut, html: cut, text: cut }, { x: '\u{1f600}!' })).toEqual({
      subject: '\ufffd-\ufffd-!',
      html: '\ufffd-\ufffd-!',
      text: '\ufffd-\ufffd-!',
    })
  })

  test('what one part counts or assigns is unknown to the next', () => {
    const source = '{% increment n %}{% assign a = "set" %}{{ a }}{% if b %}b{% endif %}{% assign b = 1 %}'
    expect(fill({ subject: source, html: source, text: source })).toEqual({
      subject: '0set',
      html: '0set',
      text: '0set',
    })
  })

  test('dates are in UTC and English, whatever the settings of the machine', () => {
    const html = '{{ at | date: "%A %d %B %Y %H:%M" }}'
    expect(fill({ html }, { at: '2027-01-31T23:30:00Z' })).toMatchObject({ html: 'Sunday 31 January 2027 23:30' })
  })
})

describe('a variable that was not given', () => {
  test('is reported with all others, from every part', () => {
    const refusal = fill(
      {
        subject: '{{ a }}',
        html: '{{ user.name | upcase }}{{ b | append: c }}{% echo d %}',
        text: '{{ a }}{{ e[0].f | raw }}',
      },
      { user: {}, e: [{}] },
    )
    const message = 'must be given, because the template prints it and has no default for it'
    expect(refusal).toMatchObject({
      code: 'missing_variable',
      details: ['a', 'user.name', 'b', 'c', 'd', 'e.0.f'].map(path => ({ path: `variables.${path}`, message })),
    })
  })

  test.each([
    [
      'is nothing to conditions',
      '{% if x %}no{% elsif x.y == 1 %}no{% else %}ok{% endif %}{% unless x %}!{% endunless %}',
      'ok!',
    ],
    [
      'is empty, blank and nil',
      '{% if x == nil %}a{% endif %}{% if x == blank %}b{% endif %}{% if x != empty %}c{% endif %}',
      'abc',
    ],
    ['is an empty list', '{% for i in x %}no{% else %}none{% endfor %}{% for i in (1..x) %}no{% endfor %}', 'none'],
    [
      'is replaced by a default',
      '{{ x | default: "friend" }}{{ x.y | default: 1 }}{{ x | default: y | default: "z" }}',
      'friend1z',
    ],
    ['is replaced after other filters, too', '{{ x | upcase | default: "friend" }}', 'friend'],
    [
      'may be assigned, if it is not printed',
      '{% assign n = x | strip %}{% if n == "" %}no{% endif %}{{ n | default: "z" }}',
      'z',
    ],
    ['does not matter in a branch that is not reached', '{% if false %}{{ x }}{% endif %}{{ "a" | default: x }}', 'a'],
    [
      'is compared',
      '{% if x > 1 or x contains "a" %}no{% endif %}{% case x %}{% when 1 %}no{% else %}ok{% endcase %}',
      'ok',
    ],
    ['is not searched inside the items of a list', '{{ list | where: "on" | map: "name" | join: "," }}', 'a'],
  ])('%s', (_promise, html, expected) => {
    expect(fill({ html }, { list: [{ on: true, name: 'a' }, {}] })).toMatchObject({ html: expected })
  })

  test.each([
    ['{% assign n = x %}{{ n }}', ['variables.x']],
    ['{% assign n = x.y | upcase %}{{ n }}{{ n.z }}', ['variables.x.y']],
    ['{% capture c %}{{ x }}{% endcapture %}', ['variables.x']],
    ['{{ x | default: y }}', ['variables.y']],
    ['{{ x | size }}{{ x | json }}{{ x | escape }}', ['variables.x']],
    ['{% for i in list %}{{ i.name }}{% endfor %}', ['variables.i.name']],
  ])('is reported wherever it is printed: %s', (html, paths) => {
    const refusal = fill({ html }, { list: [{}] })
    expect(refusal).toMatchObject({ code: 'missing_variable', details: paths.map(path => ({ path })) })
  })

  test('null and the empty string are given', () => {
    expect(fill({ html: '[{{ a }}{{ b }}{{ a.deep }}]' }, { a: null, b: '' })).toMatchObject({ html: '[]' })
  })
})

describe('the subject', () => {
  test.each(['\r\n', '\n', '\r', '\0', '\u2028', '\u2029', '\x0b', '\x85', '\t', '\x1b', '\x7f'])(
    'has no control character after it is filled in: %j',
    control => {
      expect(fill({ subject: 'Hi {{ x }}' }, { x: `a${control}Bcc: eve@example.com` })).toMatchObject({
        code: 'validation_error',
        details: [{ path: 'subject' }],
      })
      expect(fill({ subject: `Hi${control}there` })).toMatchObject({ details: [{ path: 'subject' }] })
    },
  )

  test('is not empty and not longer than a header may be', () => {
    const filled = (x: string) => fill({ subject: '{{ x }}' }, { x })
    expect(filled('')).toMatchObject({ code: 'validation_error', details: [{ path: 'subject' }] })
    expect(filled('  ')).toMatchObject({ details: [{ path: 'subject' }] })
    expect(filled('€'.repeat(999))).toMatchObject({ details: [{ path: 'subject' }] })
    expect(filled('😀'.repeat(998))).toMatchObject({ subject: '😀'.repeat(998) })
  })
})
