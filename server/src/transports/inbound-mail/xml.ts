/**
 * XML of others as the texts of its innermost elements, each with its path. No document type is allowed, so that there are
 * no entities but those of XML itself; nothing is built up but the path.
 */
import { Parser } from 'htmlparser2'

const longestText = 500

/** False when it is deeper than allowed or has a document type. `onEnd` is told of every element, with its own text. */
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
        if (text.length < longestText) text += piece.slice(0, longestText)
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
