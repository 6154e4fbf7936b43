/** Sums up continuously in a separate process that tests kill. The database URL is an argument. */
import { openDatabase } from '#postgres/database.ts'
import { sumUp } from './sum-up.ts'

const database = openDatabase({ url: process.argv[2] ?? '', connections: 1 })
process.stdout.write('ready\n')
for (;;) await sumUp(database, 7)
