/** A zip file of unknown length that is made while it is read: of what it holds, one piece of one file is in memory. */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipEntry = { path: string; at: Date; content: AsyncIterable<string | Uint8Array> }

/** When somebody stops reading, nothing more is asked for. */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  // `as`: its types call a PassThrough the least that every stream is.
  const output = zip.outputStream as Readable
  zip.on('error', error => output.destroy(error))
  addAll(zip, output, entries).catch(error => output.destroy(error))
  return output
}

async function addAll(zip: ZipFile, output: Readable, entries: AsyncIterable<ZipEntry>): Promise<void> {
  for await (const { path, at, content } of entries) {
    if (output.destroyed) return
    const source = Readable.from(content, { objectMode: false })
    const stop = () => source.destroy()
    output.once('close', stop)
    zip.addReadStream(source, path, { mtime: at })
    // The next one is asked for when this one has been read.
    await finished(source).catch(error => {
      if (!output.destroyed) throw error
    })
    output.off('close', stop)
  }
  zip.end()
}
