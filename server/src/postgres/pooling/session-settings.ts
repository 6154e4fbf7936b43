/** Three ways to set session settings. Which one works depends on the pooler. */

export type SessionSettings = Readonly<Record<string, string | number>>

/** As options of the start-up packet, which cost nothing. PgBouncer refuses them. */
export const asStartUpOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** As statements, run once per connection. */
export const asStatements = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ')

/** As part of BEGIN, in one message, for this transaction only. */
export const asBegin = (settings: SessionSettings): string =>
  ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ')
