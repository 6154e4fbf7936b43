/** A module that warns at length before it fails. */
process.stderr.write(`${'a warning\n'.repeat(1_000)}`)
throw new Error('the reason, after all warnings')
