/**
 * Templates in a folder: `welcome.html` and `welcome.txt`, or a folder `welcome` with `content.html`, `content.txt` and `meta.json`, as
 * written by Postmark's command line.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fatal } from '../../../../server/src/core/fatal.ts'
import { whyUnreadable } from '../../../../server/src/core/process/file-fault.ts'
import { type JsonObject, text } from '../json.ts'
import type { LeftOut, SourceTemplate } from '../source.ts'
import type { Translated } from '../templates/liquid.ts'

export type Translate = (source: string) => Translated

/** More than the limit of a template here. */
const maxBytes = 5 * 1024 * 1024

export function* templatesIn(folder: string, translate: Translate): Generator<SourceTemplate | LeftOut> {
  const names = new Set(entriesOf(folder).flatMap(entry => nameOf(folder, entry) ?? []))
  if (names.size === 0)
    throw fatal(
      `${folder} has no templates. Expected files such as welcome.html or welcome.txt, or a folder with a content.html.`,
    )
  for (const name of [...names].sort()) {
    try {
      yield toTemplate(name, partsOf(folder, name), translate)
    } catch (error) {
      yield { leftOut: name, why: error instanceof Error ? error.message : String(error) }
    }
  }
}

function entriesOf(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw fatal(`There is no folder ${resolve(folder)}. Check the path.`)
  try {
    return readdirSync(folder)
  } catch (error) {
    throw fatal(`${folder} cannot be read: ${whyUnreadable(folder, error)}`, error)
  }
}

/** Undefined if the entry is not a template. */
function nameOf(folder: string, entry: string): string | undefined {
  const file = /^(.+)\.(?:html|txt)$/i.exec(entry)?.[1]
  if (file !== undefined) return file
  return ['content.html', 'content.txt'].some(one => existsSync(join(folder, entry, one))) ? entry : undefined
}

type Parts = { html: string | undefined; plain: string | undefined; meta: JsonObject }

function partsOf(folder: string, name: string): Parts {
  const path = join(folder, name)
  if (!existsSync(path)) return { html: read(`${path}.html`), plain: read(`${path}.txt`), meta: {} }
  const meta = JSON.parse(read(join(path, 'meta.json')) ?? '{}')
  return { html: read(join(path, 'content.html')), plain: read(join(path, 'content.txt')), meta }
}

function read(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  if (statSync(path).size > maxBytes) throw new Error(`${path} is larger than 5 MiB`)
  return readFileSync(path, 'utf8')
}

function toTemplate(name: string, { html, plain, meta }: Parts, translate: Translate): SourceTemplate {
  const title = /<title>([^<]{1,500})<\/title>/i.exec(html ?? '')?.[1]?.trim()
  const subject = translate(text(meta.Subject) ?? (title || name))
  const parts = { html: html && translate(html), plain: plain && translate(plain) }
  const untranslated = [subject, parts.html, parts.plain].flatMap(part => (part ? part.untranslated : []))
  return {
    ...{ name: text(meta.Alias) ?? name, subject: subject.liquid, untranslated },
    ...(parts.html && { html: parts.html.liquid }),
    ...(parts.plain && { text: parts.plain.liquid }),
    isDraft: untranslated.length > 0,
  }
}
