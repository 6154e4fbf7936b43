import type { Bench } from './bench-context.ts'
import type { BenchOptions } from './command-line.ts'
import { compareBroadcastMemory } from './comparisons/broadcast-memory.ts'
import { compareBroadcasts } from './comparisons/broadcasts.ts'
import { compareContactEvents } from './comparisons/contact-events.ts'
import { compareContactGet } from './comparisons/contact-get.ts'
import { compareContactsCreate } from './comparisons/contacts-create.ts'
import { compareContactsList } from './comparisons/contacts-list.ts'
import { compareCpu } from './comparisons/cpu.ts'
import { compareDoors } from './comparisons/doors.ts'
import { compareEmailsAccept } from './comparisons/emails-accept.ts'
import { compareEmailsBatch } from './comparisons/emails-batch.ts'
import { compareEmailsDeliver } from './comparisons/emails-deliver.ts'
import { compareEmailsLatency } from './comparisons/emails-latency.ts'
import { compareEmailsMany } from './comparisons/emails-many.ts'
import { compareExternalDatabase } from './comparisons/external-database.ts'
import { compareGroupCommit } from './comparisons/group-commit.ts'
import { compareGrowth } from './comparisons/growth.ts'
import { compareMemory } from './comparisons/memory.ts'
import { compareProcesses } from './comparisons/processes.ts'
import { compareSegmentPreview } from './comparisons/segment-preview.ts'
import { compareSmsAccept } from './comparisons/sms-accept.ts'
import { compareSmsSmpp } from './comparisons/sms-smpp.ts'
import { compareSmtpAccept } from './comparisons/smtp-accept.ts'
import { compareStart } from './comparisons/start.ts'
import { compareTracking } from './comparisons/tracking.ts'
import { compareWebhooks } from './comparisons/webhooks.ts'
import { compareWorkflows } from './comparisons/workflows.ts'
import type { Row } from './row.ts'
import { openServices } from './services.ts'

/** Runs the comparisons that were selected, and starts only what they need. */
export async function compare(bench: Bench, options: BenchOptions): Promise<Row[]> {
  const { names } = options
  const onlyGroupCommit = names.size === 1 && names.has('group-commit')
  const rows = onlyGroupCommit ? [] : await compareOverHttp(bench, options)
  if (names.has('group-commit')) rows.push(...(await compareGroupCommit(bench)))
  return rows
}

async function compareOverHttp(bench: Bench, { names, database }: BenchOptions): Promise<Row[]> {
  await using services = await openServices(bench.postgres, bench.signal)
  bench.progress(`The API is process ${services.api.pid}, the bare server ${services.bare.pid}.`)
  const http = { ...bench, services }
  const rows: Row[] = []
  if (names.has('contacts-create')) rows.push(...(await compareContactsCreate(http)))
  if (names.has('contact-get')) rows.push(...(await compareContactGet(http)))
  // Before the lists: its target is for the load of the two above.
  if (names.has('memory')) rows.push(compareMemory(services))
  if (names.has('contacts-list')) rows.push(...(await compareContactsList(http)))
  if (names.has('contact-events')) rows.push(...(await compareContactEvents(http)))
  if (names.has('segment-preview')) rows.push(...(await compareSegmentPreview(http)))
  if (names.has('emails-accept')) rows.push(...(await compareEmailsAccept(http)))
  if (names.has('doors')) rows.push(...(await compareDoors(http)))
  if (names.has('emails-batch')) rows.push(...(await compareEmailsBatch(http)))
  if (names.has('smtp-accept')) rows.push(...(await compareSmtpAccept(http)))
  const delivered = { plain: names.has('emails-deliver'), signed: names.has('emails-dkim') }
  if (delivered.plain || delivered.signed) rows.push(...(await compareEmailsDeliver(http, delivered)))
  if (names.has('broadcasts')) rows.push(...(await compareBroadcasts(http)))
  if (names.has('broadcast-memory')) rows.push(...(await compareBroadcastMemory(http)))
  if (names.has('emails-latency')) rows.push(...(await compareEmailsLatency(http)))
  if (names.has('start')) rows.push(...(await compareStart(http)))
  if (names.has('processes')) rows.push(...(await compareProcesses(http)))
  if (names.has('external-database') && database) rows.push(...(await compareExternalDatabase(http, database)))
  if (names.has('cpu')) rows.push(...(await compareCpu(http)))
  if (names.has('sms-accept')) rows.push(...(await compareSmsAccept(http)))
  if (names.has('sms-smpp')) rows.push(...(await compareSmsSmpp(http)))
  if (names.has('tracking')) rows.push(...(await compareTracking(http)))
  if (names.has('webhooks')) rows.push(...(await compareWebhooks(http)))
  if (names.has('workflows')) rows.push(...(await compareWorkflows(http)))
  if (names.has('emails-many')) rows.push(...(await compareEmailsMany(http)))
  if (names.has('growth')) rows.push(...(await compareGrowth(http)))
  return rows
}
