/** Text of a given size that is expensive to read, by the reason for that. Sizes are approximate bytes. */

export type Makers = Readonly<Record<string, (size: number) => string>>

export const fill = (piece: string, size: number): string => piece.repeat(Math.max(1, Math.ceil(size / piece.length)))

const list = (item: (nth: number) => string, size: number): string => {
  const count = Math.max(1, Math.floor(size / (item(99_999).length + 1)))
  return Array.from({ length: count }, (_, nth) => item(nth)).join()
}

const deepObject = (depth: number): string => `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`

/** JSON values. */
export const jsons: Makers = {
  'short keys': size => `{${list(nth => `"${nth.toString(36)}":0`, size)}}`,
  'short keys in many objects': size => `[${list(nth => `{"a":0,"b":${nth}}`, size)}]`,
  'empty objects': size => `[${fill('{},', size)}0]`,
  'empty lists': size => `[${fill('[],', size)}0]`,
  numbers: size => `[${fill('0,', size)}0]`,
  'long numbers': size => `[${fill('1.2345678901234567e-300,', size)}0]`,
  'short strings': size => `[${fill('"",', size)}0]`,
  'a string of escapes': size => `"${fill('\\u0041\\n', size)}"`,
  'a string of backslashes': size => `"${fill('\\\\', size)}"`,
  'values at the deepest level': size => `[${list(() => deepObject(28), size)}]`,
  'too deep': size => `${fill('[', size / 2)}${fill(']', size / 2)}`,
  'the same key again': size => `{${fill('"a":0,', size)}"a":0}`,
  faults: size => `[${fill('"\\u0000",', size)}0]`,
  'keys that are faults': size => `{${list(nth => `"\\u0000${nth}":0`, size)}}`,
  'a string that does not end': size => `"${fill('a\\"', size)}`,
  blanks: size => `[${fill(' \t\n', size)}0]`,
  commas: size => `[${fill(',', size)}`,
}

const link = '<a href="https://example.com/">x</a>'

/** Html of an email. */
export const htmls: Makers = {
  'many links in a long text': size => fill('y', size / 2) + fill(link, size / 2),
  'links inside links': size => fill('<a href="https://example.com/">', size),
  'links that stay open': size => fill('<a href="https://example.com/">x', size),
  'links that never close': size => fill('<a href="https://example.com/', size),
  'links without quotes': size => fill('<a href=https://example.com/', size),
  'links of one quote': size => fill("<a href='", size),
  'nested tables': size => fill('<table><tr><td>', size),
  'nested tables with links': size => fill(`<table><a href="https://example.com/">${'x'.repeat(40)}`, size),
  'closing tags that match nothing': size => fill('<table>', size / 2) + fill('</p></td>', size / 2),
  'tables that are closed': size => fill('<table>', size / 2) + fill('</table>', size / 2),
  'closing tags alone': size => fill('</a></td></table></ul>', size),
  'nested lists': size => fill('<ul><li>', size),
  'nested quotes': size => `${fill('<blockquote>', size / 2)}${fill('x\n', size / 2)}`,
  'nested pre': size => fill('<pre>\n', size),
  'nested tags of any name': size => fill('<x>', size),
  paragraphs: size => fill('<p>', size),
  entities: size => fill('&amp;&#x41;&notanentity;', size),
  'entities in an address': size => `<a href="https://example.com/?${fill('&amp;', size)}">x</a>`,
  ampersands: size => fill('&', size),
  comments: size => fill('<!-- -->', size),
  'a comment that does not end': size => `<!--${fill('- ', size)}`,
  attributes: size => `<a ${fill('a=b ', size)}>x</a>`,
  'attributes of one name': size => `<a ${fill('href="https://example.com/" ', size)}>x</a>`,
  'blanks in a tag': size => `<a ${fill(' \n', size)}href="https://example.com/">x</a>`,
  'brackets that open': size => fill('<', size),
  blanks: size => `x${fill(' ', size)}x`,
  'filler of a preview line': size => fill('\u00a0\u200c', size),
  'line breaks': size => fill('<br>', size),
  'scripts that do not end': size => fill('<script>', size),
  'many bodies': size => fill('</body>', size),
}

const section = '<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'
const mjml = (inside: string) => `<mjml><mj-body>${inside}</mj-body></mjml>`
const mjmlText = (inside: string) =>
  mjml(`<mj-section><mj-column><mj-text>${inside}</mj-text></mj-column></mj-section>`)

/** MJML of a template, at most 256 KiB. */
export const mjmls: Makers = {
  'a word and many q': size => mjmlText(`liquid${fill('q', size)}`),
  'a word of many letters': size => mjmlText(fill('liquid', size)),
  'words with q, longer and longer': size => {
    const count = Math.floor(Math.sqrt(size * 2))
    return mjmlText(Array.from({ length: count }, (_, nth) => `liquid${'q'.repeat(nth)}`).join(' '))
  },
  'many sections': size => mjml(fill(section, size)),
  'many columns': size => mjml(`<mj-section>${fill('<mj-column></mj-column>', size)}</mj-section>`),
  'nested sections': size => mjml(fill('<mj-wrapper><mj-section>', size)),
  'many attributes': size => mjml(`<mj-section ${fill('padding="1px" ', size)}></mj-section>`),
  'a long attribute': size => mjml(`<mj-section padding="${fill('1px ', size)}"></mj-section>`),
  'many styles': size =>
    `<mjml><mj-head><mj-style inline="inline">${fill('p a{color:red}', size / 2)}</mj-style></mj-head><mj-body>${fill(section, size / 2)}</mj-body></mjml>`,
  'many classes': size =>
    `<mjml><mj-head><mj-attributes>${fill('<mj-all padding="1px"/>', size / 2)}</mj-attributes></mj-head><mj-body>${fill(section, size / 2)}</mj-body></mjml>`,
  'tags that do not end': size => mjml(fill('<mj-text', size)),
  comments: size => mjml(fill('<!-- -->', size)),
  'Liquid between elements': size => mjml(fill('{% if a %}{% endif %}', size)),
  includes: size => mjml(fill('<mj-include path="/etc/passwd"/>', size)),
}

/** For any text field of any operation. */
export const strings: Makers = {
  letters: size => fill('a', size),
  'addresses without an end': size => fill('a@b.', size),
  'an address and much after it': size => `a@b.co${fill(',a@b.co', size)}`,
  'names and brackets': size => fill('"a\\"" <', size),
  quotes: size => fill('"', size),
  backslashes: size => fill('\\', size),
  blanks: size => `a${fill(' ', size)}a`,
  newlines: size => fill('\r\n ', size),
  dots: size => fill('.', size),
  hyphens: size => `a${fill('-', size)}`,
  digits: size => `+${fill('1', size)}`,
  'a time without an end': size => `2027-01-31T09:30:00.${fill('0', size)}Z`,
  'a url without an end': size => `https://${fill('a.', size)}`,
  'a url of escapes': size => `https://example.com/${fill('%41', size)}`,
  'a cron without an end': size => fill('1,', size),
  'two surrogates': size => fill('😀', size),
  'combining characters': size => `a${fill('\u0301', size)}`,
  'right to left': size => fill('\u202e', size),
  'tags of Liquid': size => fill('{{ a | upcase }}', size),
  'Liquid that does not end': size => fill('{{ ', size),
  'conditions of Liquid': size => fill('{% if a %}', size),
  'tags of html': size => fill('<a href="', size),
  'U+0000': size => fill('\0', size),
}
