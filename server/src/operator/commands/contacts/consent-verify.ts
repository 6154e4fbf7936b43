import { fatal } from '#core/fatal.ts'
import { type Verdict, verifyConsent } from '#resources/audience/consent/verify.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'
import { personOptions, readOwner } from './person.ts'

export const consentVerify = defineCommand({
  name: 'consent verify',
  summary: 'Checks that no entry of the consent ledger was changed or removed',
  example: 'consent verify',
  options: { organization: personOptions.organization, mode: personOptions.mode },
  async run({ organization, mode }, { loadConfig }) {
    await using database = await openInstance(loadConfig())
    const { environmentId } = await readOwner(database.db, organization, mode)
    const verdict = await verifyConsent(database.db, environmentId)
    if (verdict.faults.length > 0) throw fatal(inWords(verdict))
    return { json: { ...verdict }, text: `${inWords(verdict)}\n` }
  },
})

const count = (number: number): string => number.toLocaleString('en')

function inWords({ entries, chains, faults }: Verdict): string {
  if (faults.length === 0)
    return `${count(entries)} entries of ${count(chains)} addresses and numbers: every chain is intact.`
  const lines = faults.map(({ id, nth, message }) => `Entry ${id}, at place ${nth} of its chain: ${message}`)
  return [`The consent ledger was changed. Compare it with a backup.`, ...lines].join('\n')
}
