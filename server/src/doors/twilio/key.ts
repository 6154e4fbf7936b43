import type { KeyOf } from '#http/door/door.ts'

/** The key is the password of basic authentication. The account name is ignored. */
export const keyOf: KeyOf = ({ authorization = '' }) => {
  const [, encoded] = /^Basic ([\w+/=]{1,1000})$/i.exec(authorization) ?? []
  return encoded && /:(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1]
}
