import type { TestProject } from 'vitest/node'
import { prepareTemplate, startTestCluster } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    clusterUrl: string
  }
}

/** TEST_DATABASE_URL: a server of another version, as a superuser. The databases of the tests are kept there. */
export async function setup(project: TestProject) {
  const { TEST_DATABASE_URL: given } = process.env
  if (given) {
    await prepareTemplate(given)
    project.provide('clusterUrl', given)
    return
  }
  const cluster = await startTestCluster()
  project.provide('clusterUrl', cluster.url)
  return () => cluster[Symbol.asyncDispose]()
}
