/** Accepts a file of contacts. Unknown columns, segments and topics are refused at once; a job reads the rows. */
import { type ContactFile, maxFileLength } from '@posthorn/contract/audience/contact-files'
import { newId } from '#core/id.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Tx } from '#postgres/database.ts'
import type { ConsentCaller } from '#resources/audience/consent/entry.ts'
import { keepNamedTopics } from '#resources/audience/contacts/import-topics.ts'
import { lockFields } from '#resources/audience/fields/read.ts'
import { keepList } from '#resources/audience/segments/list.ts'
import { pack } from '#resources/messages/emails/body/pack.ts'
import { csvRows, separatorOf } from './csv-reader.ts'
import type { FileImport, Plan } from './file-import.ts'
import { readFileJob } from './jobs.ts'
import { readColumns } from './sheet.ts'
import { countOpen, deleteOldest, insertImport } from './store.ts'

/** Each file may have 10 MiB. */
const maxWaiting = 5
const maxKept = 100
/** The caller waits while this many characters are searched for the first line. */
const maxHeadLength = 64 * 1024

export async function createImport(tx: Tx, caller: ConsentCaller, at: Date, asked: ContactFile): Promise<FileImport> {
  const { environmentId, keyId, person } = caller
  if (asked.csv.length > maxFileLength) throw invalid({ path: 'csv', message: 'must be at most 10 MiB' })
  const plan = await planOf(tx, environmentId, asked)
  const packed = pack({ html: null, text: asked.csv })
  if ((await countOpen(tx, environmentId)) >= maxWaiting)
    throw new Refusal('invalid_state', {
      message: `${maxWaiting} files are being imported. Wait until one of them has finished.`,
    })
  const key = { environmentId, id: newId(at) }
  const askedBy = { keyId, ...(person && { person: { id: person.id } }) }
  const created = await insertImport(tx, key, { plan, askedBy, packed, at })
  await deleteOldest(tx, environmentId, maxKept)
  await enqueue(tx, [readFileJob(key)])
  return created
}

async function planOf(tx: Tx, environmentId: string, asked: ContactFile): Promise<Plan> {
  const separator = separatorOf(asked.csv)
  const head = csvRows(asked.csv.slice(0, maxHeadLength), separator).next().value?.cells ?? []
  const columns = readColumns(head, asked.columns, (await lockFields(tx, [environmentId]))(environmentId))
  if ('faults' in columns) throw invalid(...columns.faults)
  const { segment_ids: segmentIds = [], topics = {}, existing } = asked
  for (const id of segmentIds.toSorted()) await keepList(tx, { environmentId, id })
  await keepNamedTopics(tx, environmentId, [{ topics }])
  return { separator, ...columns, skipsExisting: existing === 'skip', segmentIds, topics }
}
