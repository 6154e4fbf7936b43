/** Set-up tokens belong to no organization, because they are used before there are any people. */
import type { Tx } from '#postgres/database.ts'

export async function insertSetUpToken(tx: Tx, tokenHash: Buffer, at: Date): Promise<void> {
  await tx.insertInto('set_up_tokens').values({ token_hash: tokenHash, created_at: at }).execute()
}

export async function deleteSetUpTokensBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.deleteFrom('set_up_tokens').where('created_at', '<', moment).execute()
}

export async function hasSetUpToken(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const found = await tx
    .selectFrom('set_up_tokens')
    .select('created_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteSetUpTokens(tx: Tx): Promise<void> {
  await tx.deleteFrom('set_up_tokens').execute()
}
