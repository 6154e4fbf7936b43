/**
 * The receiver of a domain's mail. Thousands of domains share mail hosts, which apply their limits to all of our mail together, so recipients
 * are grouped by hosts and not by domain. Large receivers have many host names for one service, and known limits.
 */
import { defaultPoolLimits, type PoolLimits } from './session-pool.ts'

type Caps = { perMinute?: number; perDay?: number }

/** `mx`: the domains of its mail hosts. */
export type KnownReceiver = Partial<PoolLimits> & Caps & { name: string; mx: readonly string[] }
/** An unknown receiver is named after one of its hosts. */
export type Receiver = PoolLimits & Caps & { name: string; isKnown: boolean }

/**
 * Conservative values: published by the receivers, or found by operators of mail servers to work for a sender without a history. If a
 * receiver refuses connections, fewer are used.
 */
export const knownReceivers: readonly KnownReceiver[] = [
  { name: 'google', mx: ['google.com', 'googlemail.com'], connections: 10, messagesPerConnection: 50 },
  { name: 'outlook', mx: ['outlook.com', 'hotmail.com', 'mx.microsoft'], connections: 10, messagesPerConnection: 40 },
  { name: 'yahoo', mx: ['yahoodns.net', 'yahoo.com'], connections: 5, messagesPerConnection: 20 },
  { name: 'yahoo-japan', mx: ['yahoo.co.jp'], connections: 2, messagesPerConnection: 20 },
  { name: 'icloud', mx: ['icloud.com', 'me.com', 'apple.com'], connections: 5, messagesPerConnection: 50 },
  { name: 'gmx', mx: ['gmx.net', 'web.de', 'mail.com'], connections: 4, messagesPerConnection: 20 },
  { name: 'ionos', mx: ['kundenserver.de', 'ionos.com'], connections: 4, messagesPerConnection: 20 },
  { name: 't-online', mx: ['t-online.de'], connections: 4, messagesPerConnection: 20 },
  { name: 'orange', mx: ['orange.fr', 'wanadoo.fr'], connections: 2, messagesPerConnection: 20 },
  { name: 'free', mx: ['free.fr'], connections: 2, messagesPerConnection: 20 },
  { name: 'sfr', mx: ['sfr.fr'], connections: 2, messagesPerConnection: 20 },
  { name: 'laposte', mx: ['laposte.net'], connections: 2, messagesPerConnection: 20 },
  { name: 'libero', mx: ['libero.it'], connections: 4, messagesPerConnection: 20 },
  { name: 'kpn', mx: ['kpnmail.nl'], connections: 10, messagesPerConnection: 10 },
  { name: 'comcast', mx: ['comcast.net'], connections: 5, messagesPerConnection: 20 },
  { name: 'proofpoint', mx: ['pphosted.com', 'ppe-hosted.com'], connections: 10, messagesPerConnection: 20 },
  { name: 'mimecast', mx: ['mimecast.com', 'mimecast.co.za'], connections: 10, messagesPerConnection: 20 },
  { name: 'barracuda', mx: ['barracudanetworks.com'], connections: 10, messagesPerConnection: 15 },
  { name: 'symantec', mx: ['messagelabs.com'], connections: 10, messagesPerConnection: 20 },
  { name: 'mail.ru', mx: ['mail.ru'], connections: 5, messagesPerConnection: 20 },
  { name: 'yandex', mx: ['yandex.ru', 'yandex.net'], connections: 5, messagesPerConnection: 20 },
  { name: 'qq', mx: ['qq.com'], connections: 4, messagesPerConnection: 8 },
  { name: 'netease', mx: ['netease.com'], connections: 4, messagesPerConnection: 7 },
  { name: 'fastmail', mx: ['messagingengine.com'], connections: 5 },
  { name: 'zoho', mx: ['zoho.com', 'zoho.eu'], connections: 5 },
  { name: 'proton', mx: ['protonmail.ch'], connections: 5 },
]

/** The receiver behind these hosts. There must be at least one. */
export function receiverOf(hosts: readonly string[], known = knownReceivers): Receiver {
  const names = hosts.map(host => host.toLowerCase().replace(/\.$/, '')).toSorted()
  const found = known.find(({ mx }) => names.some(name => mx.some(end => name === end || name.endsWith(`.${end}`))))
  return { ...defaultPoolLimits, ...(found ?? { name: names[0] ?? '' }), isKnown: found !== undefined }
}
