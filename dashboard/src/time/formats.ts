/**
 * The date formats for a person: in English like the pages, with the date order and the clock of their region, the same
 * everywhere. Without a `timeZone`, in theirs.
 */
export function formatsFor(language: string, timeZone?: string) {
  const locale = localeOf(language)
  const { region } = locale.maximize()
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(region ? `en-${region}` : 'en', { ...options, timeZone })
  const hour = hourCycle === 'h11' || hourCycle === 'h12' ? 'numeric' : '2-digit'
  const clock = { hour, minute: '2-digit', ...(hourCycle && { hourCycle }) } as const
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
  return {
    day: format({ month: 'short', day: 'numeric' }),
    dayOfYear: format(date),
    full: format({ ...date, ...clock, second: '2-digit', timeZoneName: 'short' }),
    clock: format(clock),
    preciseClock: format({ ...clock, second: '2-digit', fractionalSecondDigits: 3 }),
  }
}

/** Chromium under LANG=C reports its language as en-US@posix, which is invalid; the part before the @ is valid. */
function localeOf(language: string): Intl.Locale {
  try {
    return new Intl.Locale(language.replace(/@.*/, ''))
  } catch {
    return new Intl.Locale('en')
  }
}
