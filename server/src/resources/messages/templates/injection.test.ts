import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { invalid, Refusal } from '#core/refusal.ts'
import { checkContent } from './content.ts'
import { Flawed } from './flaw.ts'
import { fill, inEachPart } from './render.fixture.ts'
import { textHere } from './text-here.fixture.ts'

const canary = 'canary-5f1e2d'
const folder = mkdtempSync(join(tmpdir(), 'posthorn-templates-'))
const file = join(folder, 'canary.txt')
beforeAll(() => {
  vi.stubEnv('POSTHORN_TEMPLATE_CANARY', canary)
  writeFileSync(file, canary)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** The output of each part; none for a source that does not parse. */
function outcomes(source: string, variables: Record<string, unknown>): (string | Refusal)[] {
  try {
    return inEachPart(source, variables).map(([, said]) => said)
  } catch (error) {
    if (error instanceof Flawed) return [invalid({ path: '', message: error.message })]
    throw error
  }
}

const payloads = [
  "{{ constructor.constructor('return process')() }}",
  '{{ constructor }}{{ __proto__ }}{{ prototype }}',
  '{{ x.constructor }}{{ x.constructor.name }}{{ x["constructor"]["constructor"] }}',
  '{{ x.__proto__ }}{{ x.__proto__.polluted }}{{ x["__proto__"] }}',
  '{{ x.toString }}{{ x.valueOf }}{{ x.hasOwnProperty }}{{ x.__defineGetter__ }}{{ x.__lookupGetter__ }}',
  '{{ text.constructor }}{{ text.__proto__ }}{{ text.at }}{{ text.replace }}',
  '{{ list.constructor }}{{ list.map }}{{ list.__proto__.constructor }}{{ list[0].constructor }}',
  '{{ number.constructor }}{{ number.toFixed }}',
  '{% for i in list %}{{ forloop.constructor }}{{ forloop.__proto__ }}{{ forloop.next }}{{ forloop.valueOf }}{% endfor %}',
  '{% tablerow i in list %}{{ tablerowloop.constructor }}{{ tablerowloop.__proto__.constructor }}{% endtablerow %}',
  '{% capture c %}a{% endcapture %}{{ c.constructor }}{{ c.valueOf }}{{ c.__proto__ }}',
  '{{ list | map: "constructor" | join }}{{ list | map: "__proto__" | json }}',
  '{{ list | where: "constructor" | size }}{{ list | where: "__proto__" | json }}{{ list | sort: "constructor" | json }}',
  '{{ list | find: "constructor" }}{{ list | sum: "constructor" }}',
  '{{ empty.constructor }}{{ nil.constructor }}{{ blank.__proto__ }}',
  '{{ (1..3).constructor }}{{ "a".constructor }}{{ "a"["__proto__"] }}',
  '{% assign __proto__ = x %}{{ __proto__.polluted }}{{ polluted }}',
  '{% assign constructor = "a" %}{{ x.constructor }}',
  '{% capture __proto__ %}a{% endcapture %}{{ polluted }}',
  '{% increment __proto__ %}{% increment constructor %}{% decrement toString %}',
  '{% for __proto__ in list %}{{ polluted }}{{ a }}{% endfor %}',
  '{% for i in list __proto__: x %}{{ i.constructor }}{% endfor %}',
  '{{ process.env.POSTHORN_TEMPLATE_CANARY }}{{ global.process }}{{ globalThis }}{{ require }}{{ this }}',
  '{{ env }}{{ environments }}{{ context }}{{ liquid }}{{ self }}{{ options }}',
  `{% include '${file}' %}`,
  `{% render '${file}' %}`,
  `{% layout '${file}' %}{% block a %}{% endblock %}`,
  `{%- liquid\n include '${file}'\n -%}`,
  `{% include file %}`,
  '{{#with "s" as |string|}}{{/with}}',
  '{{#each list}}{{this}}{{/each}}',
  `\${7*7}`,
  '<%= 7*7 %>',
  '#{7*7}',
  '{{7*7}}',
  '{{ 7 | times: 7 | constructor }}',
  '{{ x | __proto__ }}{{ x | toString }}',
  "{{ 'a'.constructor.constructor('return process.env')() }}",
  "{{ list | where_exp: 'i', 'i.constructor' }}{{ list | group_by_exp: 'i', 'i.constructor' }}",
  '{% unknown %}',
  '{% assign a = "x" | append: constructor %}{{ a }}',
  '{{ x[y] }}{{ x[list] }}{{ x[x] }}',
  `[[\${T(java.lang.Runtime).getRuntime().exec("id")}]]`,
  "{{ config.__class__.__init__.__globals__['os'].popen('id').read() }}",
]

const insides = /function|\[native code\]|\bclass\b|node_modules|canary-5f1e2d/

describe.each(payloads)('%s', payload => {
  test('reaches no code, no prototype, no file and no setting', () => {
    const hostile = { x: { a: 1 }, text: 'abc', list: [{ a: 1 }, 'b'], number: 5, y: 'constructor', file }

    for (const said of outcomes(payload, hostile)) {
      if (said instanceof Refusal) expect(JSON.stringify(said.details)).not.toMatch(insides)
      else expect(said.replaceAll(payload, '')).not.toMatch(new RegExp(`${insides.source}|49|polluted`))
    }

    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  test('is plain text when it is the value of a variable', () => {
    const html = payload.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const escaped = html.replaceAll('"', '&#34;').replaceAll("'", '&#39;')
    expect(fill({ subject: 'S', html: '{{ x }}', text: '{{ x }}' }, { x: payload })).toEqual({
      subject: 'S',
      html: escaped,
      text: payload,
    })
  })
})

test('keys that are names of prototypes are plain data', () => {
  const variables = JSON.parse(
    '{"constructor": {"prototype": "a"}, "toString": "b", "x": {"valueOf": "c", "then": "d", "next": "e"}}',
  )
  const html = '{{ constructor.prototype }}{{ toString }}{{ x.valueOf }}{{ x.then }}{{ x.next }}{{ x | json | size }}'
  expect(fill({ html }, variables)).toMatchObject({ html: `abcde${JSON.stringify(variables.x).length}` })
})

test('a key __proto__ that slipped in shows nothing of its prototype', () => {
  const variables = JSON.parse('{"__proto__": {"polluted": "a"}, "x": {"__proto__": {"polluted": "b"}}}')
  expect(fill({ html: '{{ polluted }}' }, variables)).toMatchObject({ code: 'missing_variable' })
  expect(fill({ html: '{{ x.polluted }}' }, variables)).toMatchObject({ code: 'missing_variable' })
})

test.each(['include', 'render', 'layout', 'block'])('{%% %s %%} is refused before anything is stored', async name => {
  const message = `line 2: {% ${name} %} is not available: a template stands alone`
  const refusal = invalid({ path: 'html', message, line: 2, column: 1 })
  const asked = { html: `\n{% ${name} "a" %}` }
  await expect(checkContent(textHere, { organizationId: '' }, asked)).rejects.toThrow(refusal)
})

test.each(['constructor', '__proto__', 'toString', 'valueOf', 'next', 'hasOwnProperty', 'i', 'liquidMethodMissing'])(
  'a loop exposes only its position, not even %s',
  name => {
    const html = `{% for x in (1..2) %}{{ forloop.index }}{{ forloop.last }}{{ forloop.${name} }}{% endfor %}`
    expect(fill({ html })).toMatchObject({ details: [{ path: `variables.forloop.${name}` }] })
  },
)
