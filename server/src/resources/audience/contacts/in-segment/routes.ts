import { sampleSize } from '@posthorn/contract/segments/segments'
import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { readSegment } from '#resources/audience/segments/members.ts'
import { checkFilter } from '#resources/audience/segments/read-filter.ts'
import { toWireSegment } from '#resources/audience/segments/wire.ts'
import { previewMembers, readMembers } from '../members.ts'
import { toWireContact } from '../wire.ts'
import { explainMember } from './explain.ts'
import { addContacts, type Changed, readLists, removeContacts } from './list.ts'

type Parts = { database: Database; clock: Clock; pager: Pager }

export const segmentContactRoutes = ({ database, clock, pager }: Parts) =>
  ({
    async previewSegment({ environmentId }, { body }) {
      const { filter, segment_id = '' } = body
      if (filter) await checkFilter(database.db, environmentId, filter)
      const whom = filter ? { filter } : await readSegment(database.db, environmentId, segment_id)
      const preview = await previewMembers(database, { environmentId, whom, now: clock() }, sampleSize)
      return { count: preview.count, is_exact: preview.isExact, sample: preview.sample.map(toWireContact) }
    },

    async listSegmentContacts(caller, { params, query }) {
      const { environmentId } = caller
      const list = `contacts of segment ${params.id}`
      const page = pager.open(caller, list, query)
      const whom = await readSegment(database.db, environmentId, params.id)
      const db = database.slowReads(environmentId)
      const contacts = await readMembers(db, { environmentId, whom, now: clock() }, page)
      return pager.close(caller, list, query, contacts, toWireContact)
    },

    async listContactSegments(caller, { params, query }) {
      const { environmentId } = caller
      const list = `segments of contact ${params.id}`
      const page = pager.open(caller, list, query)
      const segments = await readLists(database.slowReads(environmentId), { environmentId, id: params.id }, page)
      return pager.close(caller, list, query, segments, toWireSegment)
    },

    addSegmentContacts: async (caller, { params, body }) =>
      toWireChanged(await database.transaction(tx => addContacts({ tx, caller, id: params.id, asked: body }, clock()))),

    removeSegmentContacts: async (caller, { params, body }) =>
      toWireChanged(await database.transaction(tx => removeContacts({ tx, caller, id: params.id, asked: body }))),

    explainSegmentContact: ({ environmentId }, { params }) =>
      explainMember(database.slowReads(environmentId), {
        ...{ environmentId, id: params.id, contactId: params.contact_id, now: clock() },
      }),
  }) satisfies Partial<Handlers>

const toWireChanged = ({ changed, unchanged, notFound }: Changed) => ({ changed, unchanged, not_found: notFound })
