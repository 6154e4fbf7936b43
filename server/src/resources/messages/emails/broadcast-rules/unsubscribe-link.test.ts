import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import type { BroadcastRules } from '#resources/account/organizations/broadcast-rules.ts'
import { setBroadcastRules } from '#resources/account/organizations/set-broadcast-rules.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import type { Draft } from '../draft.ts'
import { draftTo } from '../emails.fixture.ts'
import { withNamedLinks } from '../fill-in.ts'
import { checkUnsubscribeLink, rulesReader } from './unsubscribe-link.ts'

let database: Database
let caller: Caller
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  caller = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const choose = (unsubscribeLine: BroadcastRules['unsubscribeLine']) =>
  database.transaction(tx => setBroadcastRules(tx, caller.organizationId, { unsubscribeLine }))
const draft = (special: Partial<Draft>) =>
  withNamedLinks(draftTo(['ada@a.example'], { messageStream: 'broadcast', ...special }))
const check = (...drafts: Draft[]) =>
  checkUnsubscribeLink(rulesReader(database.db), caller, drafts, (index, path) => `${index}.${path}`)

const bare = draft({ html: '<p>Hello</p>' })
const plain = draft({ text: 'Hello' })
const hidden = [
  draft({ html: '<p>Hello</p><!-- <a href="{{ unsubscribe_url }}">No more</a> -->' }),
  draft({ html: '<img src="{{ unsubscribe_url }}">' }),
  draft({ html: '<p>Hello</p>', text: 'No more: {{ unsubscribe_url }}' }),
]
const open = [
  draft({ html: '<!-- a --><A HREF = {{unsubscribe_url}}>No more</A>' }),
  draft({ html: '<a href="{{ unsubscribe_url }}">No more</a>' }),
  draft({ text: 'No more: {{ preferences_url }}' }),
]

test('when a line is added, any broadcast may be sent', async () => {
  await choose('added')

  await expect(check(bare, plain, ...open)).resolves.toBeUndefined()
})

test('when a link is required, a broadcast without one is refused with its path, and other mail is not', async () => {
  await choose('required')

  const message =
    'must have a visible link to unsubscribe in a broadcast: write {{ unsubscribe_url }} where it should lead'
  await expect(check(...open, bare, plain, ...hidden, draft({ messageStream: 'transactional' }))).rejects.toMatchObject(
    {
      code: 'validation_error',
      details: [
        ...[
          { path: '3.html', message },
          { path: '4.text', message },
          { path: '5.html', message },
        ],
        ...[
          { path: '6.html', message },
          { path: '7.html', message },
        ],
      ],
    },
  )
  await expect(check(...open)).resolves.toBeUndefined()
})
