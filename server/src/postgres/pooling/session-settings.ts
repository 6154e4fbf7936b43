/** Three ways to set session settings. Which one works depends on the pooler. */

export type SessionSettings = Readonly<Record<string, string | number>>

/**
 * What our statements, and the reading of their answers, rely on. A server, a database or an account may have other defaults: with DateStyle
 * German no time could be read, and the migrations failed without standard_conforming_strings.
 */
export const reliedOn = {
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  standard_conforming_strings: 'on',
  quote_all_identifiers: 'off',
  default_transaction_isolation: 'read committed',
  lock_timeout: 0,
}

/** As options of the start-up packet, which cost nothing. PgBouncer refuses them. */
export const asStartUpOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ')

/** As statements, run once per connection. */
export const asStatements = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ')

/** As part of BEGIN, in one message, for this transaction only. The default isolation would apply to the next one. */
export const asBegin = ({ default_transaction_isolation: isolation, ...settings }: SessionSettings): string =>
  [
    `begin isolation level ${isolation}`,
    ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`),
  ].join('; ')
