/** Texts of the confirmation email and page. Pure. */
import { html } from '@posthorn/look/html'

export type Invited = { sender: string; topics: readonly string[]; url: string; isReminder: boolean }

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The sentence the recipient agrees to by pressing the button. */
export const agreement = (sender: string, topics: readonly string[]): string =>
  `I want to get ${listed(topics)} from ${sender} by email.`

export function plainEmail({ sender, topics, url, isReminder }: Invited) {
  const what = listed(topics)
  const asked = `You, or somebody with your address, asked for ${what} from ${sender}.`
  const otherwise = 'If it was not you, ignore this email: you will not be subscribed.'
  const lead = isReminder ? `${asked} It has not been confirmed yet. This is the only reminder.` : asked
  return {
    subject: isReminder ? `Reminder: confirm that you want ${what}` : `Confirm that you want ${what}`,
    text: `${lead}\n\nConfirm it here:\n${url}\n\n${otherwise}\n`,
    html: html`<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5"><p>${lead}</p>
<p><a href="${url}">Confirm</a></p><p>${otherwise}</p></body></html>`.markup,
  }
}
