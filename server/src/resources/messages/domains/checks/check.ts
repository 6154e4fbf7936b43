/** What receivers make of a domain and of this server. It advises: whether a domain is verified is not decided here. */

import type { KeyPurpose } from '../dns/records.ts'

/** `unknown`: DNS did not answer, or there is nothing to evaluate with. */
export type Level = 'good' | 'advice' | 'fault' | 'unknown'

export type Check = {
  about:
    | KeyPurpose
    | ('hostname' | 'reverse_dns' | 'port_25' | 'tracking_host')
    | ('spf_return_path' | 'spf_domain' | 'dmarc' | 'bimi' | 'tls_rpt' | 'mta_sts')
  /** Where in DNS. */
  name: string
  level: Level
  /** One word for scripts, such as `several_records`. */
  result: string
  /** What DNS says, cut to a length that can be shown. */
  seen: readonly string[]
  /** What is wanted, as a sentence. */
  wanted: string
  /** A line of a zone file to copy; null when there is nothing to change or nothing that we can know. */
  line: string | null
}

const maxSeen = 10
const maxSeenLength = 500

/** Anybody can write anything into DNS, also much of it, and what a terminal would obey. */
export const shown = (seen: readonly string[]): string[] =>
  seen.slice(0, maxSeen).map(text => text.slice(0, maxSeenLength).replaceAll(/\p{C}/gu, '\ufffd'))

/** Whether a text of others can stand in a line that is made to be copied. */
export const canBeCopied = (text: string): boolean =>
  text.length <= maxSeenLength && /^[\x20-\x7e]*$/.test(text) && !/["\\]/.test(text)
