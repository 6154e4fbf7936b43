/** Whether readers see an unsubscribe link: in html as a link target outside comments, in text anywhere. Pure, in linear time. */
import { recipientLinks } from '#resources/messages/templates/scope.ts'

const links = Object.values(recipientLinks)

export const textShowsLink = (text: string): boolean => links.some(link => text.includes(link))

export function htmlShowsLink(html: string): boolean {
  if (!textShowsLink(html)) return false
  const shown = withoutComments(html)
  return links.some(link => targets(shown, link))
}

function withoutComments(html: string): string {
  const [before = '', ...rest] = html.split('<!--')
  const after = rest.map(part => {
    const end = part.indexOf('-->')
    return end === -1 ? '' : part.slice(end + '-->'.length)
  })
  return [before, ...after].join('')
}

function targets(html: string, link: string): boolean {
  for (let at = html.indexOf(link); at !== -1; at = html.indexOf(link, at + link.length))
    if (/\bhref\s{0,10}=\s{0,10}["']?$/i.test(html.slice(Math.max(0, at - 30), at))) return true
  return false
}
