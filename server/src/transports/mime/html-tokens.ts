/** Tokenizes html and reports positions. Unlike a parser it builds no tree, so it takes linear time. */
import { Tokenizer } from 'htmlparser2'

type Callbacks = Required<ConstructorParameters<typeof Tokenizer>[1]>
export type TokenCallbacks = Partial<Callbacks>

const nothing = () => {}
const silent: Omit<Callbacks, 'isInForeignContext'> = {
  onattribdata: nothing,
  onattribentity: nothing,
  onattribend: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
  ontext: nothing,
  ontextentity: nothing,
}

export function tokenize(html: string, callbacks: TokenCallbacks): void {
  const tokenizer = new Tokenizer({}, { ...silent, ...callbacks })
  tokenizer.write(html)
  tokenizer.end()
}
