/** Converts a part of a text message to the fields of a submit_sm. The same part always has the same octets. */
import type { Encoding, Part, Submission } from '../carrier.ts'
import { encodeGsm7 } from './gsm7.ts'
import type { Fields } from './pdu.ts'
import type { SmppSettings } from './smpp-url.ts'

/** Types of number (SMPP 3.4 §5.2.5) and numbering plans (§5.2.6). */
const international = 1
const networkSpecific = 3
const alphanumeric = 5
const telephone = 1
const unknownPlan = 0

const hasHeader = 0x40
const dataCodings: Record<Encoding, number> = { gsm7: 0, ucs2: 8 }

export function submitSm(submission: Submission, part: Part, settings: SmppSettings): Fields {
  const { to, encoding, totalParts, smsId } = submission
  const text = encoding === 'gsm7' ? encodeGsm7(part.text) : Buffer.from(part.text, 'utf16le').swap16()
  const isLong = totalParts > 1
  return {
    service_type: settings.serviceType,
    ...sourceOf(settings.source ?? submission.from, settings),
    dest_addr_ton: settings.destTon,
    dest_addr_npi: settings.destNpi,
    destination_addr: to.replace(/^\+/, ''),
    esm_class: isLong ? hasHeader : 0,
    ...(submission.validity && { validity_period: absoluteTime(submission.validity.until) }),
    registered_delivery: 1,
    data_coding: dataCodings[encoding],
    short_message: isLong ? Buffer.concat([headerOf(smsId, totalParts, part.nth), text]) : text,
  }
}

/** SMPP 3.4 §7.1.1.1: YYMMDDhhmmss, tenths of a second, and an offset of zero quarter-hours from UTC. */
const absoluteTime = (moment: Date): string => `${moment.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}000+`

function sourceOf(source: string, { sourceTon, sourceNpi }: SmppSettings): Fields {
  const [ton, npi] = kindOfSource(source)
  return {
    source_addr_ton: sourceTon ?? ton,
    source_addr_npi: sourceNpi ?? npi,
    source_addr: source.replace(/^\+/, ''),
  }
}

/** Numbers without a plus that are too short for an international number are short codes. */
function kindOfSource(source: string): [ton: number, npi: number] {
  if (!/^\+?\d+$/.test(source)) return [alphanumeric, unknownPlan]
  return /^\d{1,8}$/.test(source) ? [networkSpecific, unknownPlan] : [international, telephone]
}

/** GSM 03.40 §9.2.3.24.1: phones join parts with the same reference. */
const headerOf = (smsId: string, total: number, nth: number) => Buffer.of(5, 0, 3, referenceOf(smsId), total, nth)

/** One octet, evenly distributed over ids: FNV-1a, folded. */
export function referenceOf(smsId: string): number {
  let hash = 0x811c_9dc5
  for (let index = 0; index < smsId.length; index++) hash = Math.imul(hash ^ smsId.charCodeAt(index), 0x0100_0193)
  return (hash ^ (hash >>> 8) ^ (hash >>> 16) ^ (hash >>> 24)) & 0xff
}
