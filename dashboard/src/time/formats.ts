/**
 * How a reader writes dates: in English, as the pages are, with the order of their region and their clock, everywhere the
 * same one.
 */
export function formatsFor(language: string) {
  const locale = localeOf(language)
  const { region } = locale.maximize()
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(region ? `en-${region}` : 'en', options)
  const hour = hourCycle === 'h11' || hourCycle === 'h12' ? 'numeric' : '2-digit'
  const clock = { hour, minute: '2-digit', ...(hourCycle && { hourCycle }) } as const
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
  return {
    day: format({ month: 'short', day: 'numeric' }),
    dayOfYear: format(date),
    full: format({ ...date, ...clock, second: '2-digit' }),
    clock: format(clock),
    preciseClock: format({ ...clock, second: '2-digit', fractionalSecondDigits: 3 }),
  }
}

/** Chromium under LANG=C calls its language en-US@posix, which is none: what stands before the @ is one. */
function localeOf(language: string): Intl.Locale {
  try {
    return new Intl.Locale(language.replace(/@.*/, ''))
  } catch {
    return new Intl.Locale('en')
  }
}
