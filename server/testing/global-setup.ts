import type { TestProject } from 'vitest/node'
import { startTestCluster } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    clusterUrl: string
  }
}

export async function setup(project: TestProject) {
  const cluster = await startTestCluster()
  project.provide('clusterUrl', cluster.url)
  return () => cluster[Symbol.asyncDispose]()
}
