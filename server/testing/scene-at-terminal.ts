/** For tests of the operator's commands: a new database for the file, and the settings that lead to it. */
import { afterAll, beforeAll, inject } from 'vitest'
import { typeJson } from '#operator/terminal.fixture.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { parseConfig } from '#setup/config.ts'
import type { Config } from '#setup/settings.ts'
import { createTestDatabase } from './postgres.ts'

type Scene = { database: Database; config: Config }

export function sceneAtTerminal(): Scene {
  // `as`: filled in before the first test.
  const scene = {} as Scene
  beforeAll(async () => {
    const url = await createTestDatabase(inject('clusterUrl'))
    scene.database = openDatabase({ url })
    scene.config = parseConfig({ DATABASE_URL: url })
  })
  afterAll(() => scene.database[Symbol.asyncDispose]())
  return scene
}

/** With one organization in it, Acme on the plan pro. */
export function sceneWithOrganization(): Scene & { organizationId: string } {
  // `as`: filled in before the first test, after the database.
  const scene = sceneAtTerminal() as Scene & { organizationId: string }
  beforeAll(async () => {
    const acme = await typeJson(scene.config, 'organization', 'create', '--name', 'Acme', '--plan', 'pro')
    scene.organizationId = acme.id
  })
  return scene
}
