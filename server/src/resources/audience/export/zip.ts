/** A zip file of unknown length, produced while it is read, with one chunk of one file in memory. */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipEntry = { path: string; at: Date; content: AsyncIterable<string | Uint8Array> }

/** When the reader stops, no more entries are requested. */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  // `as`: the types declare the PassThrough only as a NodeJS.ReadableStream.
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
    // Wait until this entry is read before requesting the next.
    await finished(source).catch(error => {
      if (!output.destroyed) throw error
    })
    output.off('close', stop)
  }
  zip.end()
}
