import type { RateCard } from '@posthorn/contract/console/usage'

export type Rate = RateCard['sms'][number]

/** The rate of a number: that of its longest matching prefix. */
export function rateFor({ sms, sms_default }: RateCard, number: string): Rate {
  const digits = '+' + number.replaceAll(/\D/g, '')
  const fitting = sms.filter(({ prefix }) => digits.startsWith(prefix))
  return fitting.sort((a, b) => b.prefix.length - a.prefix.length)[0] ?? { prefix: 'all others', ...sms_default }
}
