import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMailbox, parseMailbox } from '#core/addresses/mailbox.ts'
import { hasControlCharacter } from '#core/characters.ts'
import { titled } from './reading.fixture.ts'

const address = 'a@b.co'

describe('a sender', () => {
  test.each([
    [74, 'a@b.co', null],
    [75, 'Acme <a@b.co>', 'Acme'],
    [76, '"Acme, Inc." <a@b.co>', 'Acme, Inc.'],
    [77, '<a@b.co>', null],
    [78, 'Acme, Inc. <a@b.co>', 'Acme, Inc.'],
    [79, 'Ünï 😀 <a@b.co>', 'Ünï 😀'],
    [80, '"x@bank.co" <a@b.co>', 'x@bank.co'],
    ['an address without quotes', 'x@bank.co <a@b.co>', 'x@bank.co'],
    ['an address and a comma in quotes', '"x@bank.co, Acme" <a@b.co>', 'x@bank.co, Acme'],
    ['a comma and an at sign', 'Acme, @home <a@b.co>', 'Acme, @home'],
    ['escapes', String.raw`"A \"big\" \\ one" <a@b.co>`, String.raw`A "big" \ one`],
    ['an escape of nothing special', String.raw`"A\cme" <a@b.co>`, 'Acme'],
    ['brackets in quotes', '"A <x@y.co>" <a@b.co>', 'A <x@y.co>'],
    ['quotes inside', 'The "big" one <a@b.co>', 'The "big" one'],
    ['white space around it', '  Acme   <a@b.co> ', 'Acme'],
    ['white space in quotes', '" Acme " <a@b.co>', ' Acme '],
    ['no space', 'Acme<a@b.co>', 'Acme'],
    ['an empty name', '"" <a@b.co>', null],
    ['a blank name', '"  " <a@b.co>', null],
  ])('is read with its name: %s %s', (_, text, name) => {
    expect(parseMailbox(text)).toEqual({ name, address })
  })

  test.each(
    titled([
      [86, 'A <a@b.co>, B <c@d.co>'],
      ['two addresses', 'a@b.co, c@d.co'],
      ['two addresses, one with a name', 'c@d.co, A <a@b.co>'],
      ['two addresses with a semicolon', 'c@d.co; A <a@b.co>'],
      ['two quoted senders', '"A" <a@b.co>, "B" <c@d.co>'],
      ['a group', 'g: A <a@b.co>;'],
      ['blank', ' '],
      ['a name alone', 'Acme'],
      ['no address', 'Acme <>'],
      ['a bad address', 'Acme <a@b>'],
      ['white space in the brackets', '< a@b.co >'],
      ['brackets twice', '<<a@b.co>>'],
      ['a bracket opened in the name', 'Acme < x <a@b.co>'],
      ['a bracket closed in the name', 'Acme > x <a@b.co>'],
      ['never closed', 'Acme <a@b.co'],
      ['never opened', 'a@b.co>'],
      ['something behind it', 'Acme <a@b.co> x'],
      ['a comment', 'a@b.co (Acme)'],
      ['a quote without end', '"Acme <a@b.co>'],
      ['a quote that ends in an escape', '"Acme\\" <a@b.co>'],
      ['a quote that ends early', '"Ac"me" <a@b.co>'],
      ['words after the quote', '"Acme" Inc <a@b.co>'],
      ['quoted as a whole', '"Acme <a@b.co>"'],
      ['a quoted local part', '"a b"@b.co'],
    ]),
  )('is refused unless it is exactly one: %s', (_, text) => {
    expect(parseMailbox(text)).toBeUndefined()
  })
})

describe('the form that answers show', () => {
  test.each([
    [null, 'a@b.co'],
    ['Acme', 'Acme <a@b.co>'],
    ['Acme & Söhne', 'Acme & Söhne <a@b.co>'],
    ['Acme, Inc.', '"Acme, Inc." <a@b.co>'],
    ['x@bank.co', '"x@bank.co" <a@b.co>'],
    ['A "big" \\ one', String.raw`"A \"big\" \\ one" <a@b.co>`],
    [' Acme', '" Acme" <a@b.co>'],
  ])('has quotes only where they are needed: %s', (name, form) => {
    expect(formatMailbox({ name, address })).toBe(form)
  })

  test('is read back as the same mailbox, whatever the name', () => {
    const special = fc.string({
      unit: fc.constantFrom('"', '\\', '<', '>', ',', ';', '@', 'a@b.co', ' ', '.', '(', 'a'),
    })
    const name = fc
      .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), special)
      .filter(text => text.trim() !== '' && !hasControlCharacter(text))
    const addresses = fc.constantFrom('a@b.co', 'Ada.L@B.example', "!#$%&'*+/=?^_`{|}~-@b-c.co")

    fc.assert(
      fc.property(fc.option(name), addresses, (name, address) => {
        expect(parseMailbox(formatMailbox({ name, address }))).toEqual({ name, address })
      }),
      { numRuns: 500 },
    )
  })
})
