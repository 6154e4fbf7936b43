/** How PostgreSQL is told what our connections need. A pooler decides which way is left. */

export type SessionSettings = Readonly<Record<string, string | number>>

/** As options of the start-up packet: they cost nothing. PgBouncer refuses them. */
export const asStartUpOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Once for each connection. */
export const asStatements = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ')

/** For the transaction that it begins; all of it is one message. */
export const asBegin = (settings: SessionSettings): string =>
  ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ')
