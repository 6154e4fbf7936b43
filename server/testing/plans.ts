/**
 * The plan of a query, for tests of work that must not grow with a table. Indexes of partitions appear under the name of their
 * table's index.
 */
import { ExplainNode, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import type { Db } from '#postgres/database.ts'

export async function planOf(db: Db, ask: (db: Db) => Promise<unknown>): Promise<string> {
  const lines: unknown[] = []
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) => explained(node),
    transformResult: async ({ result }) => {
      lines.push(...result.rows.map(row => row['QUERY PLAN']))
      return { ...result, rows: [] }
    },
  }
  await ask(db.withPlugin(explaining))
  const { rows: indexes } = await sql<{ own: string; shared: string }>`
    select own.relname as own, shared.relname as shared from pg_inherits
    join pg_class own on own.oid = inhrelid and own.relkind = 'i' join pg_class shared on shared.oid = inhparent`.execute(
    db,
  )
  const sharedName = new Map(indexes.map(({ own, shared }) => [own, shared]))
  return lines.join('\n').replace(/\w+/g, word => sharedName.get(word) ?? word)
}

function explained(node: RootOperationNode): RootOperationNode {
  if (node.kind === 'SelectQueryNode') return { ...node, explain: ExplainNode.create() }
  if (node.kind !== 'RawNode') throw new Error(`A ${node.kind} is not explained yet.`)
  return { ...node, sqlFragments: [`explain ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)] }
}
