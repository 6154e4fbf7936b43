/** Domains of free mail providers, by receiver. */

const freeMail: Readonly<Record<string, readonly string[]>> = {
  google: ['gmail.com', 'googlemail.com'],
  outlook: [
    'outlook.com',
    'hotmail.com',
    'live.com',
    'msn.com',
    'hotmail.fr',
    'hotmail.co.uk',
    'outlook.fr',
    'outlook.de',
  ],
  yahoo: ['yahoo.com', 'ymail.com', 'rocketmail.com', 'aol.com', 'yahoo.fr', 'yahoo.co.uk', 'yahoo.de', 'yahoo.in'],
  'yahoo-japan': ['yahoo.co.jp'],
  icloud: ['icloud.com', 'me.com', 'mac.com'],
  gmx: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com', 'web.de', 'mail.com'],
  't-online': ['t-online.de'],
  orange: ['orange.fr', 'wanadoo.fr'],
  free: ['free.fr'],
  sfr: ['sfr.fr'],
  laposte: ['laposte.net'],
  libero: ['libero.it'],
  comcast: ['comcast.net'],
  'mail.ru': ['mail.ru', 'bk.ru', 'list.ru', 'inbox.ru'],
  yandex: ['yandex.ru', 'yandex.com'],
  qq: ['qq.com'],
  netease: ['163.com', '126.com'],
  proton: ['proton.me', 'protonmail.com'],
}
const receiverOfDomain = new Map(
  Object.entries(freeMail).flatMap(([receiver, domains]) => domains.map(domain => [domain, receiver] as const)),
)

/** Undefined for any other domain. */
export const freeMailReceiver = (domain: string): string | undefined => receiverOfDomain.get(domain)

/** Each domain with its receiver. */
export const freeMailDomains: readonly (readonly [domain: string, receiver: string])[] = [...receiverOfDomain]
