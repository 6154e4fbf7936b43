/**
 * How a reader writes dates: in English, as the pages are, with the order of their region and their clock, everywhere the
 * same one.
 */
export function formatsFor(given: string) {
  const language = knownLanguage(given)
  const { region } = new Intl.Locale(language).maximize()
  const { hourCycle } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions()
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

/** Chromium says en-US@posix where the system has no language; Intl throws at it. */
function knownLanguage(given: string): string {
  const [plain = ''] = /^[a-z]+(-[a-z\d]+)*/i.exec(given) ?? []
  try {
    return new Intl.Locale(plain).toString()
  } catch {
    return 'en'
  }
}
