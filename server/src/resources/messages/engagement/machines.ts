/**
 * Programs that are known to load pixels and follow links without being asked to. A program listed by mistake hides people, so
 * mail programs are left out: Gmail's GoogleImageProxy and Yahoo's proxy fetch a pixel when somebody opens the email, and
 * ms-office is Outlook itself.
 */

/** Why something was taken for a machine. */
export type Because =
  | 'honeypot'
  | 'apple_mail_privacy'
  | 'gmail_proxy'
  | 'scanner'
  | 'scanner_network'
  | 'no_user_agent'
  | 'too_fast'
  | 'several_links'

/** `is`: the whole User-Agent; `has`: a part of it. In lower case, like the text it is compared with. The first match counts. */
export type Agent = ({ is: string } | { has: string }) & { because: Because; kind?: 'open' | 'click' }

const scanners = [
  // Mail security.
  ...['barracuda', 'mimecast', 'proofpoint', 'safelinks', 'windows defender', 'ironport', 'messagelabs', 'symantec'],
  ...['trendmicro', 'trend micro', 'sophos', 'fortimail', 'fortiguard', 'forcepoint', 'mcafee', 'trellix', 'fireeye'],
  ...['cloudmark', 'checkpoint', 'cyren', 'hornetsecurity', 'vade secure', 'virustotal', 'urlscan', 'phishtank'],
  // Robots that say so. Not "bot" alone: Cubot makes phones.
  ...['bot/', 'bot;', '+http://', '+https://', 'crawler', 'spider', 'slurp', 'bingpreview', 'headlesschrome'],
  ...['phantomjs', 'puppeteer', 'playwright', 'selenium', 'lighthouse', 'telegrambot', 'slackbot', 'skypeuripreview'],
  ...['facebookexternalhit', 'whatsapp/', 'google-safety', 'monitor/', 'scanner', 'link check', 'linkcheck'],
  // Programs and their libraries.
  ...['curl/', 'wget/', 'python', 'aiohttp', 'httpx', 'go-http-client', 'java/', 'apache-httpclient', 'libwww-perl'],
  ...['node-fetch', 'undici', 'axios/', 'scrapy', 'guzzlehttp', 'ruby', 'winhttp', 'powershell', 'postmanruntime'],
  ...['ahc/', 'libcurl', 'httpie', 'php/', 'dart:io', 'reactornetty'],
]

export const agents: readonly Agent[] = [
  // Apple's proxies send only this, for every email, soon after it arrives. They load only pictures.
  { is: 'mozilla/5.0', because: 'apple_mail_privacy', kind: 'open' },
  { is: 'mozilla/5.0', because: 'scanner' },
  // Gmail loads the pictures of incoming mail while somebody has Gmail open, whatever that person reads.
  { has: 'chrome/42.0.2311.135 safari/537.36 edge/12.246 mozilla/5.0', because: 'gmail_proxy' },
  { is: '', because: 'no_user_agent' },
  ...scanners.map(has => ({ has, because: 'scanner' as const })),
]
