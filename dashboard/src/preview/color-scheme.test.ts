import { expect, test } from 'vitest'
import { hasDarkStyles, inScheme } from './color-scheme.ts'

const html =
  '<style>@media (prefers-color-scheme: dark) { a {} } @media screen and ( Prefers-Color-Scheme:light ) { b {} }</style><p>dark</p>'

test('styles for the scheme always apply, those for the other never', () => {
  expect(inScheme(html, 'dark')).toBe(
    '<style>@media (min-width: 0px) { a {} } @media screen and (min-width: 99999px) { b {} }</style><p>dark</p>',
  )
  expect(inScheme(html, 'light')).toBe(
    '<style>@media (min-width: 99999px) { a {} } @media screen and (min-width: 0px) { b {} }</style><p>dark</p>',
  )
})

test('an email has dark styles if it has a dark media query or declares the scheme', () => {
  expect(hasDarkStyles(html)).toBe(true)
  expect(hasDarkStyles('<meta name="color-scheme" content="light dark">')).toBe(true)
  expect(hasDarkStyles('<meta name="color-scheme" content="light"><p>(prefers-color-scheme: light)</p>')).toBe(false)
})
