/** Amounts are whole billionths of a dollar: as many decimals as in the database, so no sum is rounded. */
import { toThousandths } from '#resources/account/credits/money.ts'

/** Billionths of a dollar, negative for a loss. */
export type Dollars = bigint

const decimals = 9
const perDollar = 10n ** BigInt(decimals)

/** One credit is 0.001 dollars, so its thousandth is a millionth of a dollar. */
const perThousandth = perDollar / 1_000_000n

const decimal = /^(-?)(0|[1-9][0-9]{0,8})(?:\.([0-9]{1,9}))?$/

/** Digits with a point, as the database writes a numeric(18, 9). */
export const isDollars = (text: string): boolean => decimal.test(text)

export function parseDollars(text: string): Dollars {
  const [, sign, whole, fraction = ''] = decimal.exec(text) ?? []
  if (whole === undefined) throw new Error(`"${text.slice(0, 40)}" is not an amount of dollars such as 0.0072`)
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign ? -amount : amount
}

export const dollarsOfCredits = (credits: number): Dollars => BigInt(toThousandths(credits)) * perThousandth

export const multiplyDollars = (amount: Dollars, count: number): Dollars => amount * BigInt(count)

export const subtractDollars = (amount: Dollars, less: Dollars): Dollars => amount - less

/** For the database, without trailing zeros. */
export function dollarsToText(amount: Dollars): string {
  const size = amount < 0n ? -amount : amount
  const fraction = (size % perDollar).toString().padStart(decimals, '0').replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${size / perDollar}${fraction && `.${fraction}`}`
}

/** A number that JSON writes with the same digits. */
export const dollarsToNumber = (amount: Dollars): number => Number(dollarsToText(amount))
