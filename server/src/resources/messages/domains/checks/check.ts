/** What receivers think of a domain and of this server. The checks only advise: verification is decided elsewhere. */

import type { KeyPurpose } from '../dns/records.ts'

/** `unknown`: DNS did not answer, or there is nothing to evaluate with. */
export type Level = 'good' | 'advice' | 'fault' | 'unknown'

export type Check = {
  about:
    | KeyPurpose
    | ('hostname' | 'reverse_dns' | 'port_25' | 'tracking_host')
    | ('spf_return_path' | 'spf_domain' | 'dmarc' | 'bimi' | 'tls_rpt' | 'mta_sts')
  /** The name in DNS. */
  name: string
  level: Level
  /** One word for scripts, such as `several_records`. */
  result: string
  /** What DNS shows, cut to a length that can be displayed. */
  seen: readonly string[]
  /** What is wanted, as a sentence. */
  wanted: string
  /** A line of a zone file to copy; null when there is nothing to change or nothing that we can know. */
  line: string | null
}

const maxSeen = 10
const maxSeenLength = 500

/** Anybody can put anything into DNS: long texts, and control characters that a terminal obeys. */
export const shown = (seen: readonly string[]): string[] =>
  seen.slice(0, maxSeen).map(text => text.slice(0, maxSeenLength).replaceAll(/\p{C}/gu, '\ufffd'))

/** Whether a text from others is safe in a line that is meant to be copied. */
export const canBeCopied = (text: string): boolean =>
  text.length <= maxSeenLength && /^[\x20-\x7e]*$/.test(text) && !/["\\]/.test(text)
