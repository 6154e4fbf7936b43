/** Rules for the replies of single providers and programs. The links lead to their documentation. */
import type { Rule } from './reply-rules.ts'
import { anyOf } from './reply-words.ts'

type UnnamedRule = Omit<Rule, 'by'>
const by = (name: string, ...rules: readonly UnnamedRule[]): Rule[] => rules.map(rule => ({ by: name, ...rule }))

/** The number at the end of OFR006_102 and LPN007_426. */
const orange = (numbers: string): RegExp =>
  new RegExp(`(?<![a-z])(?:ofr|lpn|ouk|wan)[a-z]{0,3}\\d{0,3}[_-](?:${numbers})(?!\\d)`)

export const providerRules: readonly Rule[] = [
  // https://support.google.com/a/answer/3726730; replies contain links to help pages with descriptive names.
  ...by(
    'Gmail',
    // "Your email has been rate limited because it was not sent over a TLS connection": waiting does not help.
    { enhanced: /^7\.29$/, means: 'policy' },
    {
      text: anyOf('receivingrate', 'receiving mail (?:too quickly|at a rate)'),
      means: 'rate_limited',
      consequence: 'retry',
    },
    { text: anyOf('p=overquota', 'inbox is out of storage'), means: 'mailbox_full' },
    { text: anyOf('p=disableduser', 'that you tried to reach is (?:disabled|inactive)'), means: 'disabled_mailbox' },
    { text: anyOf('p=nosuchuser', 'that you tried to reach does not exist'), means: 'unknown_mailbox' },
    // "Mail sent from your IP address has been blocked": ends when less is sent.
    {
      text: anyOf('unusual rate of (?:unsolicited )?mail', 'p=unsolicited(?:rate|ip)'),
      means: 'blocked',
      consequence: 'pause',
    },
    {
      text: anyOf('very low reputation', 'p=notauthorizederror', 'not authorized to send email directly'),
      means: 'blocked',
    },
    {
      text: anyOf('p=unsolicitedmessage', 'likely unsolicited', 'p=blockedmessage', 'potential security issue'),
      means: 'content',
    },
    { text: anyOf('p=rfcmessagenoncompliant', 'illegal attachment'), means: 'content' },
    { text: anyOf('has a policy that prohibited'), means: 'policy' },
    { text: anyOf('p=ipv6autherror', 'ipv6 sending guidelines', 'suspicious entries'), means: 'authentication' },
    { text: anyOf('recipient address is not a valid rfc'), means: 'unknown_mailbox' },
    { text: anyOf('use tls/ssl for smtp', 'tls required for rcpt'), means: 'policy' },
  ),

  // https://learn.microsoft.com/exchange/troubleshoot/email-delivery/ndr/non-delivery-reports-in-exchange-online
  ...by(
    'Exchange',
    { text: anyOf('resolver[.]adr[.](?:ex)?recip(?:ient)?notfound'), means: 'unknown_mailbox' },
    { text: anyOf('resolver[.]rst[.](?:recip|send)sizelimit'), means: 'too_large' },
    { text: anyOf('resolver[.]rst[.]'), means: 'policy' },
    { text: anyOf('storedrv.{0,60}quota'), means: 'mailbox_full' },
    {
      enhanced: /^(?:4\.1|1\.4|7\.504)$/,
      text: anyOf('recipient address(?:es)? rejected(?: :)? access denied'),
      means: 'unknown_mailbox',
    },
    { enhanced: /^1\.35[01]$/, text: anyOf('unknown recipient', 'mailbox unavailable'), means: 'unknown_mailbox' },
    { enhanced: /^2\.12[12]$/, means: 'rate_limited', consequence: 'retry' },
    { enhanced: /^1\.90$/, means: 'rate_limited' },
    { enhanced: /^4\.31[0-2]$/, means: 'bad_domain' },
    { enhanced: /^7\.(?:12[0-9]|13[0-9])$/, means: 'policy' },
    { enhanced: /^7\.(?:57|323|324|325|509|515)$/, means: 'authentication' },
    { enhanced: /^7\.64$/, means: 'relay_denied' },
    { enhanced: /^7\.50[5-7]$/, means: 'policy' },
    { enhanced: /^7\.508$/, means: 'rate_limited' },
    { enhanced: /^7\.510$/, means: 'policy' },
    { enhanced: /^7\.(?:511|513|60[6-9]|6[1-4][0-9])$/, means: 'blocked' },
    { enhanced: /^7\.(?:50[1-3]|512|520)$/, text: anyOf('banned'), means: 'blocked' },
    { enhanced: /^7\.(?:50[1-3]|512|520)$/, means: 'content' },
    { enhanced: /^7\.70[56]$/, means: 'rate_limited' },
    { enhanced: /^7\.7(?:0[0-24-9]|[1-4][0-9]|50)$/, means: 'blocked' },
    { enhanced: /^7\.703$/, means: 'policy' },
    {
      text: anyOf('sender not authenticated for', 'sender was not authenticated', 'organization has restricted'),
      means: 'policy',
    },
    { text: anyOf('client was not authenticated'), means: 'authentication' },
    { text: anyOf('quarantined this message'), means: 'content' },
  ),

  // https://sendersupport.olc.protection.outlook.com/pm/troubleshooting
  ...by(
    'Outlook.com',
    { text: anyOf('^(?:sc|dy|ou)-00[1-9]', 's31[45]0', 'on our block list'), means: 'blocked' },
    { text: anyOf('rp-00[1-9]'), means: 'rate_limited' },
  ),

  // https://senders.yahooinc.com/smtp-error-codes, and the former https://postmaster.aol.com/error-codes
  ...by(
    'Yahoo',
    {
      text: anyOf('tss?\\d\\d (?:all )?messages', 'bl2\\d connections', 'will be permanently deferred'),
      means: 'blocked',
    },
    { text: anyOf('au01 message'), means: 'authentication' },
    { text: anyOf('not accepted for policy reasons'), means: 'policy' },
    {
      text: anyOf('(?:account|mailbox).{0,20}disabled or discontinued', 'mailbox is disabled', 'dd is no longer valid'),
      means: 'disabled_mailbox',
    },
    {
      text: anyOf("this user doesn't have", 'dd not a valid recipient', 'dd requested mail action aborted'),
      means: 'unknown_mailbox',
    },
  ),
  ...by(
    'AOL',
    { text: anyOf('rtr:rd', 'rly:sn', 'dmarc:'), means: 'authentication' },
    { text: anyOf('hvu:b', 'rly:(?:ch|bd|ob)', 'rtr:ch'), means: 'content' },
    { text: anyOf('rtr:', 'rly:', 'con:b', 'cn:b'), means: 'blocked' },
    { text: anyOf('dyn:t'), means: 'rate_limited' },
  ),

  // https://support.apple.com/102322
  ...by(
    'iCloud',
    { text: anyOf('(?:cs|hm|hme)0?[0-9] message', 'rejected due to local policy'), means: 'policy' },
    { text: anyOf('unknown or illegal alias', 'recipient no longer on server'), means: 'unknown_mailbox' },
    { text: anyOf('inactive email address'), means: 'disabled_mailbox' },
  ),

  // https://postmaster.gmx.net/en/error-messages, the same for web.de, mail.com and IONOS
  ...by(
    'GMX',
    { text: anyOf('bad dns ptr', 'reject due to (?:spf|dkim|dmarc)'), means: 'authentication' },
    { text: anyOf('invalid dns mx or a', 'sender address has null mx', 'bad header'), means: 'policy' },
    { text: anyOf('reject due to policy'), means: 'policy' },
    // For customers who send too much through their relay.
    { text: anyOf('failure sending mail[.] try again later', 'mail send limit'), means: 'rate_limited' },
    {
      text: anyOf('exceeded storage allocation', 'zuviele mails auf dem server', 'speichervolumen'),
      means: 'mailbox_full',
    },
  ),
  ...by('T-Online', {
    text: anyOf('a problem occurred[.] ask your postmaster', 'dialup/transient ip'),
    means: 'blocked',
  }),

  // https://postmaster.orange.fr, the same numbers for La Poste
  ...by(
    'Orange',
    { text: orange('416'), means: 'unknown_mailbox' },
    { text: orange('417'), means: 'mailbox_full' },
    { text: orange('420|426'), means: 'disabled_mailbox' },
    { text: orange('104|105'), means: 'rate_limited' },
    { text: orange('305|401|402|517|518|519|520'), means: 'authentication' },
    { text: orange('403|405|415|421'), means: 'policy' },
    { text: orange('506|513|515'), means: 'content' },
    { text: orange('514'), means: 'too_large' },
    { text: orange('101|102|103|107|108|109|201|423|424|505|510|630|999'), means: 'blocked', consequence: 'pause' },
  ),
  // https://postmaster.free.fr: a block ends by itself within a day.
  ...by('Free', {
    text: anyOf('too many (?:spams|errors) from your ip', 'postmaster[.]free[.]fr'),
    means: 'blocked',
    consequence: 'pause',
  }),
  ...by(
    'SFR',
    { text: anyOf('sfr.in.\\d05'), means: 'rate_limited' },
    { text: anyOf('sfr.in.\\d0'), means: 'blocked', consequence: 'pause' },
  ),

  // https://postmaster.comcast.net/smtp-error-codes.php
  ...by(
    'Comcast',
    { text: /#(?:bl|es)\d{6}/, means: 'blocked' },
    { text: /#rl\d{6}/, means: 'rate_limited' },
    { text: /#(?:pt|dm)\d{6}/, means: 'authentication' },
    { text: /#(?:av|cm|ph|sp)\d{6}/, means: 'content' },
    { text: anyOf('not our customer'), means: 'unknown_mailbox' },
    { text: anyOf('account closed,? please remove', 'account not available'), means: 'disabled_mailbox' },
  ),
  // https://www.cox.com/residential/support/email-error-codes.html
  ...by(
    'Cox and Charter',
    { text: anyOf('aup#(?:cxbl|cdrbl|ipbl|cxmj|i[a-z]*-?1000|i[a-z]*-?12)'), means: 'blocked' },
    { text: anyOf('aup#(?:cxdns|cxsndr|i[a-z]*-?11)'), means: 'authentication' },
    { text: anyOf('aup#(?:cxcnct|cxmxrt|cxthrt|i[a-z]*-?1[34])'), means: 'rate_limited' },
    { text: anyOf('aup#urlbl'), means: 'content' },
    { text: anyOf('aup#'), means: 'policy' },
  ),
  // https://www.godaddy.com/help/what-does-my-email-bounceback-mean-3568
  ...by(
    'GoDaddy',
    { text: anyOf('ib(?:212|705)(?!\\d)'), means: 'content' },
    { text: anyOf('ib(?:108|508)(?!\\d)'), means: 'authentication' },
    { text: anyOf('ib(?:007|101|504|510|605|607)(?!\\d)'), means: 'rate_limited' },
    { text: anyOf('ib(?:11[0-3])(?!\\d)'), means: 'blocked', consequence: 'pause' },
    { text: anyOf('ib10[3-6](?!\\d)'), means: 'blocked' },
    { text: anyOf('ib50[126](?!\\d)'), means: 'policy' },
  ),

  ...by(
    'Exim',
    // About the sender, even if it quotes a reply about the recipient of a verification message.
    { text: anyOf('sender verify failed', 'verification failed for', 'verify (?:the )?sender'), means: 'policy' },
    { text: anyOf('all relevant mx records point to non'), means: 'bad_domain' },
  ),
  ...by(
    'Postfix',
    { text: anyOf('cannot find your (?:reverse )?hostname'), means: 'authentication' },
    {
      text: anyOf('helo command rejected', 'command rejected multi-recipient', 'improper command pipelining'),
      means: 'policy',
    },
  ),
  ...by(
    'qmail',
    { text: anyOf('badmailfrom', 'administratively denied'), means: 'policy' },
    { text: anyOf('badrcptto'), means: 'disabled_mailbox', consequence: 'none' },
    { text: anyOf("couldn't find any host", 'cname lookup failed'), means: 'bad_domain' },
    { text: anyOf('databytes limit'), means: 'too_large' },
  ),

  ...by(
    'Proofpoint',
    { text: anyOf('marked as invalid', 'recipient unrecognized', 'unrecognized recipient'), means: 'unknown_mailbox' },
    { text: anyOf('local policy violation'), means: 'policy' },
  ),
  // https://community.mimecast.com/s/article/email-security-cloud-gateway-mimecast-smtp-error-codes
  ...by(
    'Mimecast',
    { text: anyOf('dmarc sender invalid'), means: 'authentication' },
    { text: anyOf('envelope (?:blocked|rejected)', 'anti-?spoofing', 'header-?based'), means: 'policy' },
    { text: anyOf('local ct ip reputation', 'host network,? not allowed', 'poor reputation sender'), means: 'blocked' },
    // "A signature was detected that could either be a virus, or a spam score over the maximum threshold."
    { text: anyOf('rejected due to security policies', 'content examination'), means: 'content' },
    { text: anyOf('exceeding outbound thread limit'), means: 'rate_limited' },
    { text: anyOf('this route requires'), means: 'policy' },
  ),
  ...by('Barracuda', { text: anyOf('permanent failure for one or more recipients.{0,10}blocked'), means: 'policy' }),
  ...by('Cisco', {
    text: anyOf('your access to (?:submit messages to )?this e?-?mail system has been rejected'),
    means: 'blocked',
  }),
  ...by(
    'Symantec',
    { text: anyOf('connection rejected by policy 7'), means: 'blocked' },
    { text: anyOf('message filtered'), means: 'content' },
  ),

  // https://help.mail.ru/postmaster/error-codes
  ...by(
    'Mail.ru',
    { text: anyOf('spam message (?:rejected|discarded)'), means: 'content' },
    { text: anyOf('access to this account is denied'), means: 'disabled_mailbox' },
    { text: anyOf('non-local recipient verification failed'), means: 'unknown_mailbox' },
  ),
  // https://yandex.com/support/mail/bounces/yandex/
  ...by(
    'Yandex',
    { text: anyOf('blocked by spam statistics'), means: 'blocked', consequence: 'pause' },
    { text: anyOf('suspicion of spam'), means: 'content' },
    { text: anyOf('policy rejection on the target address'), means: 'disabled_mailbox', consequence: 'none' },
  ),
  // https://service.mail.qq.com/detail/122/166: the reply for a recipient with too much mail looks like one for an unknown recipient.
  ...by(
    'QQ',
    { text: anyOf('mailbox unavailable or access den'), means: 'rate_limited', consequence: 'retry' },
    { text: anyOf('frequency limited'), means: 'rate_limited' },
    { text: anyOf('suspected spam ip', 'connection denied', 'suspected bounce attacks'), means: 'blocked' },
    { text: anyOf('mail content denied', 'suspected spam', 'behaviou?r spam'), means: 'content' },
    { text: anyOf('rejected by recipients?'), means: 'policy' },
    { text: anyOf('domain may not exist or dns check failed'), means: 'policy' },
  ),
  // https://help.mail.163.com: two letters for the stage, three for the reason.
  ...by(
    'NetEase',
    { text: anyOf('(?:dt:sp|dt:su|dt:sps|dt:hp)'), means: 'content' },
    { text: anyOf('mi:(?:spf|dma|dmr|dkm)'), means: 'authentication' },
    {
      text: anyOf('(?:mi:(?:sfq|stc|dmc|ccl|cel|qoc)|rp:(?:qrc|trc|drc|cel|ccl)|hl:(?:icc|ifc))'),
      means: 'rate_limited',
    },
    { text: anyOf('(?:mi:spb|mi:nhd|dt:rbl|hl:(?:rep|mep|itc|ihu)|wm:bl)'), means: 'blocked' },
  ),
]
