import type { KeyOf } from '#http/door/door.ts'

/** The password of basic authentication. Whatever account is named: the key decides. */
export const keyOf: KeyOf = ({ authorization = '' }) => {
  const [, encoded] = /^Basic ([\w+/=]{1,1000})$/i.exec(authorization) ?? []
  return encoded && /:(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1]
}
