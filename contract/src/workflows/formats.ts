/** Formats used only by workflows. Every part of each pattern is bounded, so hostile input is cheap. */
import { customEventPattern, customNamePattern } from '../event-names.ts'
import { changingProperties } from './words.ts'

const form = (pattern: string, expected: string) => {
  const whole = new RegExp(pattern)
  return { pattern, check: (text: string): boolean => whole.test(text), expected }
}

export const workflowFormats = {
  /** A key is part of paths such as steps.<key>.opened, so it has no dots. */
  'step-key': form(
    '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$',
    'must be 1 to 64 letters, digits, - and _, beginning with a letter or a digit',
  ),
  /** ISO 8601, without years and months, whose length depends on when they begin. */
  duration: form(
    '^P(?=\\d|T\\d)(?:(\\d{1,9})W)?(?:(\\d{1,9})D)?(?:T(?=\\d)(?:(\\d{1,9})H)?(?:(\\d{1,9})M)?(?:(\\d{1,9})S)?)?$',
    'must be a duration such as P3DT2H, of weeks, days, hours, minutes and seconds',
  ),
  /** A built-in field of contacts that can change, or a contact field of the environment. */
  'changing-property': form(
    `^(?:${changingProperties.join('|')}|properties\\.[a-z][a-z0-9_]{0,49})$`,
    `must be one of ${changingProperties.join(', ')}, or a field of your own such as properties.plan`,
  ),
  'custom-event-name': form(
    customNamePattern,
    'must be a name such as order.paid: words of small letters, digits and underscores with dots between them',
  ),
  'custom-event': form(
    customEventPattern,
    'must be an event of your own such as custom.order.paid: words of small letters, digits and underscores',
  ),
  'field-key': form(
    '^[a-z][a-z0-9_]{0,49}$',
    'must be 1 to 50 small letters, digits and underscores, beginning with a letter',
  ),
  'time-of-day': form('^([01]\\d|2[0-3]):[0-5]\\d$', 'must be a time of day such as 09:30'),
  /** Visible ASCII, with spaces inside. */
  'header-value': form('^[!-~](?:[ !-~]{0,2046}[!-~])?$', 'must be one line of 1 to 2048 ASCII characters'),
}
