/** Sums up without a pause in a process of its own, to be killed by tests: the database comes as an argument. */
import { openDatabase } from '#postgres/database.ts'
import { sumUp } from './sum-up.ts'

const database = openDatabase({ url: process.argv[2] ?? '', connections: 1 })
process.stdout.write('ready\n')
for (;;) await sumUp(database, 7)
