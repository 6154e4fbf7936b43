/** What is said to somebody who is asked to confirm. Pure. */
import { html } from '@posthorn/look/html'

export type Invited = { sender: string; topics: readonly string[]; url: string; isReminder: boolean }

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The sentence that is agreed to by the button of the page. */
export const agreement = (sender: string, topics: readonly string[]): string =>
  `I want to get ${listed(topics)} from ${sender} by email.`

export function plainEmail({ sender, topics, url, isReminder }: Invited) {
  const what = listed(topics)
  const asked = `You, or somebody with your address, asked for ${what} from ${sender}.`
  const otherwise = 'If it was not you, do nothing: nothing more is sent about it.'
  const lead = isReminder ? `${asked} It was not confirmed yet. This is the only reminder.` : asked
  return {
    subject: isReminder ? `Reminder: confirm that you want ${what}` : `Confirm that you want ${what}`,
    text: `${lead}\n\nConfirm it here:\n${url}\n\n${otherwise}\n`,
    html: html`<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5"><p>${lead}</p>
<p><a href="${url}">Confirm</a></p><p>${otherwise}</p></body></html>`.markup,
  }
}
