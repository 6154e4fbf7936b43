import { setTimeout as pause } from 'node:timers/promises'
import { client } from '../http-client/client.ts'

/** Request limits count by the hour: a test that crosses its end would start at 0 again, so it waits for the next one. */
export async function avoidHourEnd(url: string, key: string): Promise<void> {
  const left = Number((await client(url, key).get('/v1/contacts?limit=1')).headers['ratelimit-reset'])
  if (left < 45) await pause(left * 1_000 + 500)
}
