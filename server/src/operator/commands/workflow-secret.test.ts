import { expect, test } from 'vitest'
import { newId } from '#core/id.ts'
import { createWorkflow } from '#resources/automation/workflows/create.ts'
import { textHere } from '#resources/messages/templates/text-here.fixture.ts'
import { createCallers } from '../../../testing/callers.ts'
import { sceneAtTerminal } from '../../../testing/scene-at-terminal.ts'
import { type, typeJson } from '../terminal.fixture.ts'

const scene = sceneAtTerminal()

test('each workflow has its own secret, which stays the same', async () => {
  const { live } = await createCallers(scene.database)
  const create = () =>
    scene.database.transaction(tx =>
      createWorkflow(tx, live, new Date(), { name: 'x' }, { addresses: 'public', templateText: textHere }),
    )
  const [one, other] = [await create(), await create()]

  const shown = await type(scene.config, 'workflow', 'secret', one.id)

  expect(shown.out).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/)
  const again = await typeJson(scene.config, 'workflow', 'secret', '--id', one.id)
  expect(again).toEqual({ workflow_id: one.id, secret: shown.out.trim() })
  expect((await typeJson(scene.config, 'workflow', 'secret', other.id)).secret).not.toBe(again.secret)
})

test.each([newId(new Date()), 'welcome'])('there is no secret for %s, which is not a workflow', async id => {
  await expect(type(scene.config, 'workflow', 'secret', id)).rejects.toThrow(
    'No such workflow. GET /v1/workflows shows their ids.',
  )
})
