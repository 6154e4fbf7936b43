/**
 * Streams untrusted XML as the texts of its elements, each with its path. Document types are refused, so only XML's own entities
 * exist. Only the current path is kept in memory.
 */
import { Parser } from 'htmlparser2'

const maxTextLength = 500

/** False for XML that is too deep or has a document type. `onEnd` is called for every element with its own text. */
export function readXml(xml: string, maxDepth: number, onEnd: (path: string, text: string) => void): boolean {
  const path: string[] = []
  let text = ''
  const parser = new Parser(
    {
      onopentagname(name) {
        if (path.length >= maxDepth) throw refused
        path.push(withoutPrefix(name))
        text = ''
      },
      ontext(piece) {
        if (text.length < maxTextLength) text += piece.slice(0, maxTextLength)
      },
      onclosetag() {
        onEnd(path.join('/'), text.trim())
        path.pop()
        text = ''
      },
      onprocessinginstruction(name) {
        if (name.startsWith('!')) throw refused
      },
    },
    { xmlMode: true },
  )
  try {
    parser.end(xml)
    return true
  } catch (error) {
    if (error === refused) return false
    throw error
  }
}

const refused = new Error('refused')

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1, 50).toLowerCase()
