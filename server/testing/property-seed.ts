/** What `npm test` tries is the same in every run, so that only a change can break it. Every night, and with POSTHORN_SEED, it is something else. */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.POSTHORN_SEED ?? 20261115) })
