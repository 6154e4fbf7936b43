import { expect, test } from 'vitest'
import { faultOfPassword } from './password-rule.ts'

const email = 'ada.lovelace@example.com'

test.each([
  'password123!',
  'Password2027',
  'passwordpassword',
  'qwertyuiop',
  'aaaaaaaaaaaa',
  'abababababab',
  '1234567890',
  '9876543210',
  'abcdefghijkl',
  'ADA.Lovelace@example.com',
  'lovelace1815',
])('%s is refused', password => {
  expect(faultOfPassword(password, { email })).toMatchObject({ path: 'password' })
})

test.each(['plum harbour lantern', 'x7#Kq!2mZp', 'correct horse battery staple', 'пароль не простой'])(
  '%s is accepted',
  password => {
    expect(faultOfPassword(password, { email })).toBeUndefined()
  },
)
