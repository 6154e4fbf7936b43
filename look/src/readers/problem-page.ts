/** For people whose request failed: what happened and what to do, in place of the JSON that programs get. */
import { html } from '../html.ts'
import { readerPage } from './frame.ts'

export function problemPage(problem: { status: number; waitSeconds: number | undefined }, fontPath: string): string {
  const [heading, advice] = wordsOf(problem)
  return readerPage({ title: heading, fontPath }, html`<h1>${heading}</h1><p class="soft">${advice}</p>`)
}

function wordsOf({ status, waitSeconds = 0 }: { status: number; waitSeconds: number | undefined }): [string, string] {
  if (status === 429) return ['Too many attempts', `Go back and try again in ${inWords(waitSeconds)}.`]
  if (status === 503) return ['This page is not available right now', 'Please try again in a minute.']
  if (status >= 500) return ['Something went wrong', 'It is not your fault. Please try again later.']
  if (status === 413) return ['This is too long', 'Go back, shorten what you wrote, and try again.']
  return [
    'This request could not be read',
    'Go back and try again. If it fails again, please tell the owner of the site.',
  ]
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}
