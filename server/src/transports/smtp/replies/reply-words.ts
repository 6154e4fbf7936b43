/**
 * Expressions that match typical words of replies. They match simplified text: lower case, without accents, addresses,
 * enhanced codes and most punctuation. Every gap is limited, so that matching takes linear time.
 */

/** Excludes words about our own address or host, which say nothing about the recipient. */
const notOurs = "(?<!(?:your|senders?|sender's|from|return|reply|client|source|sending|ip|mail) (?:e-?mail )?)"
const box = `${notOurs}(?:user(?:name|id)?|recipients?|rcpt|mail ?box(?:es)?|inbox|address(?:ee|es)?|account|alias|local[ -]?part|person|customer|(?:e-?)?mail ?(?:user|id|address|drop)|e-?mail)`
const gone =
  "(?:unknown|not known|(?:could |can)?not (?:be )?found|wasn't found|(?:does|do|did)(?:n't| not| no)(?: seem to)? exist|(?:not|doesn't) exists?|invalid|incorrect|illegal|(?:is not|isn't|not) (?:a )?(?:valid|known|recogni[sz]ed|registered|listed|local|here)|non-?existent|unrecogni[sz]ed|undeliverable|unrout(?:e)?able|no longer (?:exists|valid|on server|here))"

/**
 * `{box}` stands for all words for a mailbox, `{person}` for the unambiguous ones, `{gone}` for words for "does not exist",
 * `_` for any single word.
 */
export function anyOf(...phrases: readonly string[]): RegExp {
  const source = phrases
    .join('|')
    .replaceAll('{box}', box)
    .replaceAll('{person}', `${notOurs}(?:user|recipient|mail ?box|account)`)
    .replaceAll('{gone}', gone)
    .replaceAll('_', '\\S{1,80}')
  return new RegExp(`(?<![a-z0-9])(?:${source})`)
}

/** Unambiguous words for an unknown mailbox. */
export const surelyUnknown = anyOf(
  '(?:no such|unknown|non-?existent|non-?existing) (?:local |virtual |mail )?(?:user|recipient|mail ?box|account|person|customer|subscriber|e-?mail)',
  "{person}(?: _)? (?:is |was |has been )?(?:unknown|not known|not found|not exist|(?:does|do)(?:n't| not| no) exist)",
  'recipient address rejected (?:unverified |undeliverable )?(?:address )?(?:.{0,40}unknown|no such|invalid|does not exist)',
  "does(?:n't| not) have an? _ account",
  'no mail ?box here by that name',
  'not in (?:the )?recipient list',
  '(?:utilisateur|destinataire|adresse) inconnu',
  '(?:empfaenger|empfanger|benutzer|nutzer|adresse)(?: _)? (?:ist )?(?:unbekannt|nicht bekannt|existiert nicht|nicht gefunden)',
  '(?:usuario|destinatario|utente|conta|cuenta|casilla|casella|buzon) (?:es |no |nao )?(?:desconocido|desconhecido|sconosciut|inexistente|inesistente|existe)',
)

export const unknownMailbox = anyOf(
  '{box}(?: _)?(?: is| was| are| has been)?(?: currently)? {gone}',
  '(?:no such|no|unknown|invalid|non-?existent|non-?existing|illegal|bad|wrong|incorrect|unrecogni[sz]ed|not (?:a|our)(?: valid| known)?) (?:local |virtual |mail |e-?mail |destination |final |delivery )?{box}',
  '(?:mail ?box|account|recipient|user)(?: _)? (?:is |currently )*(?:unavaila?ble|not (?:available|present))',
  '^(?:is |was )?{gone}[.]?$',
  "^(?:_ )?does(?:n't| not) exist",
  '(?:not (?:present )?in|missing from) (?:the |our |name |my )?(?:directory|validrcptto)',
  'addresses were unknown',
  '(?:wrong|incorrect) or no longer valid',
  'no (?:one|body) at this address',
  'missing home directory',
  'no existe',
  'nessun utente',
  'badrecipientto',
  "does(?:n't| not) match any",
  'unavailable (?:mail )?(?:user|mailbox)',
  "(?:does(?:n't| not)|do not|don't) (?:have|know|recogni[sz]e) (?:such |this |that |a |an |any )?{box}",
  "does(?:n't| not) have an? _ (?:e-?mail )?account",
  'unrout(?:e)?able address',
  'undeliverable address',
  'recipients? (?:address )?(?:is |was )?(?:rejected|refused|not accepted|not allowed here|not on (?:this )?server|no longer on)',
  'address (?:is )?(?:rejected|unavailable)',
  'not our (?:customer|user)',
  'no (?:one|body) (?:here )?(?:by|with) (?:that|this) (?:name|address)',
  '(?:user|recipient|mailbox|address) (?:has )?moved',
  'not listed in (?:domino|public|the) ',
  'no (?:matches to nameserver|such (?:alias|address|name|id|local|domain user))',
  '(?:user|recipient) not (?:local|ok|a member)',
  'recipients? (?:can ?not|could not) be verified',
  '(?:is )?not (?:a |an )?(?:local|valid|known|registered|existing|active)(?: _)? (?:user|recipient|mail ?box|address|account)',
  "(?:local|this) (?:server|host|domain)(?: _)? (?:doesn't|does not|don't) (?:have|exists?) that user",
  'unknown or illegal alias',
  '(?:destinataire|adresse d.{0,60}?) (?:inconnu|invalide|inexistant)',
  '(?:utilisateur|compte|boite) (?:inconnu|inexistant)',
  '(?:empfaenger|empfanger|benutzer|nutzer|adresse|postfach)(?: _)? (?:ist )?(?:unbekannt|nicht bekannt|existiert nicht|nicht gefunden|nicht vorhanden)',
  'unbekannte[rs]? (?:empfaenger|empfanger|benutzer|nutzer|adresse)',
  '(?:usuario|destinatario|utente|indirizzo|conta|cuenta|casilla|casella|buzon|caixa)(?: _)? (?:es |no |nao |non )?(?:desconocid|desconhecid|sconosciut|inexistente|inesistente|existe|invalid|errat)',
  '(?:nie istnieje|nie ma takiego)',
  '(?:gebruiker|ontvanger|adres) (?:is )?onbekend',
  '(?:пользовател|получател|ящик|адрес).{0,30}не (?:найден|существует)',
  '(?:用户|收件人|邮箱|帐号|账号).{0,10}不存在',
)

const off =
  '(?:disabled|inactive|in-active|not active|not activated|deactivated|de-activated|suspended|expired|closed|deleted|terminated|cancell?ed|discontinued|frozen|archived|retired|dormant|blocked(?! (?:you|this|the|sender|mail|e-?mail|by|for|due|using|from))|locked|on hold|no longer (?:active|available|in use|used|valid|accept))'

export const disabledMailbox = anyOf(
  `${notOurs}(?:user|recipients?|mail ?box|account|address|alias|e-?mail)(?: _)?(?: account)? (?:is |are |was |has |have |been |currently |status |permanently |administratively |temporarily |temporary ){0,3}${off}`,
  '(?:is currently|has been) (?:suspended|disabled|deactivated)',
  `(?:disabled|inactive|suspended|expired|closed|deleted|deactivated|terminated|frozen|blocked|locked|archived) (?:user|recipients?|mail ?box|account|e-?mail|address)`,
  'is now disabled',
  'is (?:a deactivated mailbox|an? (?:expired|inactive|disabled) )',
  '(?:address|account|mailbox|user|recipient|person)(?: _)? (?:no longer|does not|doesn.t) accept',
  'due to inactivity',
  'access to this account is denied',
  'not (?:currently )?accepting (?:any )?(?:mail|messages) (?:for|at) this',
  'mail ?box.{0,20}(?:not used|unused) for',
  '(?:compte|boite|adresse)(?: du destinataire)?(?: _)? (?:est )?(?:bloque|desactive|suspendu|archive|ferme|cloture)',
  '(?:postfach|konto|benutzer|account)(?: _)? (?:ist |wurde )?(?:deaktiviert|gesperrt|inaktiv|geloescht|geschlossen)',
  '(?:conta|cuenta|usuario|casella|account|utente)(?: _)? (?:es |e |esta )?(?:inativ|inactiv|desativad|desactivad|disattivat|bloquead|suspendid|suspens|disabilitat|sospes)',
)

export const temporary = anyOf('temporar', 'try (?:again )?later')

export const mailboxFull = anyOf(
  '(?:mail ?box|inbox|account|user|recipient|mail ?dir|mail file|storage|disk|quota|mail ?drop|folder)(?:.{0,30})? (?:is |are |has been |already |almost )?full(?! (?:address|name|e-?mail))(?![a-z])',
  'over ?-?(?:the |its |disk |storage |mail ?box |allocated |their |allowed )?quota',
  'over ?quota',
  '(?:disk|mail ?box|storage|user|recipient|message|account|mail|its|his|their|the)(?:.s)? ?(?:storage |disk |mail ?box )?quota (?:is |has been |limit |would be |was )*(?:full|exceed|reached)',
  'quota (?:is |has been |limit |usage )*(?:full|exceed|reached|violation)',
  '(?:exceed|exceeds|exceeded|exceeding|above|beyond|reached) (?:the |its |his |their |your |maximum |allowed |disk |storage |mail ?box |allocated |assigned ){0,3}(?:quota|storage|mail ?box size|disk space|mail ?box limit)',
  '(?:mail ?box|storage|disk|account|inbox)(?: storage| size| space)? (?:limit|allocation|capacity)? ?(?:is |has |been ){0,2}(?:exc?e+ded|exceeds|reached)',
  'out of (?:storage|disk|space)',
  'over (?:its |their )?storage limit',
  'full mail ?box',
  'mail ?folder is full',
  '(?:disk ?space|userdisk|domaindisk) quota',
  'not sufficient (?:disk )?space',
  'space has been used up',
  'over the allowed quota',
  'not have enough (?:free |disk |storage )?space',
  '(?:not enough|insufficient|no|low|lack of) (?:free |disk |storage |system |mail ?box |available ){0,2}(?:storage|space|room|quota)',
  'too many (?:messages|mails) (?:on the server|in (?:the |his |your )?(?:mail ?box|inbox|folder))',
  'exhausted allowed storage',
  'too much mail data',
  'can ?not (?:hold|store|accept) (?:any )?more (?:mail|messages)',
  'mail ?box.{0,40}(?:oversize|over the limit|over (?:its )?limit|size limit)',
  '(?:boite|messagerie).{0,40}pleine',
  'destinataire.{0,20}plein',
  '(?:postfach|mailbox|konto).{0,40}(?:voll|ueberfuellt|uberfullt)',
  'speicher.{0,40}(?:ueberschritten|uberschritten|erschoepft|erschopft|voll)',
  '(?:casella|casilla|buzon|caixa|cuota|cota).{0,40}(?:piena|llen|cheia|excedid|superad)',
  'skrzynka.{0,40}(?:pelna|przepelniona)',
  '(?:ящик|квота).{0,40}(?:переполнен|превышен)',
  '邮箱(?:空间)?已?满',
)

export const tooLarge = anyOf(
  '(?:message|mail|e-?mail|msg|file|size|body|content|data|attachments?|headers?)(?: \\S{1,40})?(?: size| length| body| file)? (?:is |was |are )?(?:far |much )?too (?:large|big|long|heavy)',
  'too (?:large|big) (?:a )?(?:message|mail|attachment|for)',
  '(?:message|mail|e-?mail|msg|attachments?|header|content|data|body)(?:.s)?(?: value)?(?: size| length)?(?: .{0,30}?)? (?:exceed(?:s|ed|ing)?|is larger|larger|is bigger|bigger|over)(?: .{0,60}?)? (?:size|limit|maximum|databytes|bytes|length)',
  '(?:size|number) of (?:your |the |this )?(?:message|mail|attachments|_ header).{0,60}exceed',
  'exceed(?:s|ed|ing)? (?:the |our |your |my |its |fixed |allowed |configured |global |_ ){0,3}(?:max(?:imum)? )?(?:message |mail |e-?mail |msg |attachment )?size',
  'max(?:imum)? (?:allowed |permitted )?(?:message|mail|e-?mail|attachment)? ?size',
  '(?:message|mail|e-?mail) ?-?size(?: limit| is| too| _){0,3} ?(?:exceeded|limit|too)',
  '(?:exceeded|over|too) (?:mail|message) ?size',
  '(?:size|line) limit exceeded',
  'message (?:is )?larger than',
  'maximum email size',
  'maxsizeerror',
  'taille.{0,40}(?:message|depass|limite)',
  'nachricht.{0,30}zu gross',
)

/** Limits per time, per connection or in total. */
export const rateLimit = anyOf(
  'rate[ -]?limit',
  'throttl',
  'slow(?:ing)? down',
  'too many (?:messages|mails|e-?mails|connections|sessions|requests|recipients|concurrent|simultaneous|smtp|errors|invalid|unknown|bad|deliveries|attempts|emails|message|connects|rcpt|same|commands|related|failed|transactions)',
  'to too many (?:recipients|users)',
  'too (?:fast|quickly|frequent(?:ly)?|often|much mail|much traffic)',
  '(?:message|connection|sending|recipient|delivery|traffic|mail) (?:rate|frequency|volume)(?: .{0,30}?)? (?:exceed|limit|too high)',
  '(?:sender|domain|ip|connection) frequency limited',
  '(?:exceed(?:s|ed|ing)?|over|reached|above|beyond)(?: .{0,40}?)? (?:hourly|daily|sending|rate|per[ -](?:hour|day|minute|connection|session)|connections?|volume|messages?|recipients?|threshold|concurrent|emails?|receive|submission|relay|thread|permitted|frequency|outbound)(?: .{0,20}?)? ?(?:limits?|quota|allowed|threshold|per)',
  '(?:hourly|daily|sending|message|connection|receive|submission|relay|outbound|smtp|recipients?|session|send|mail send)(?: .{0,20}?)? (?:limits?|quotas?|threshold) (?:.{0,20}?)?(?:exceed|reached|hit)',
  '(?:exceeded|over) (?:the )?(?:threshold|permitted limits|max(?:imum)? number of)',
  'max(?:imum)? (?:number of )?(?:concurrent |simultaneous )?(?:messages?|connections?|recipients?|emails?|sessions?)(?: .{0,60}?)? (?:per|exceed|reached|limit)',
  'unusual (?:rate|amount|volume)',
  '(?:excessive|unexpected|high|large|abnormal) (?:rate|volume|number|amount|traffic|sending|load)',
  'mail flood',
  'per hour message',
  'receiving mail (?:too quickly|at a rate)',
  'limit (?:is |was )?(?:exceeded|reached).{0,40}(?:hour|day|minute)',
  '(?:trop de (?:connexions|messages|mails|requetes))',
  'zu viele (?:verbindungen|nachrichten|mails)',
)

/** We may not relay mail through this server. */
export const relayDenied = anyOf(
  'to relay but i have not been configured',
  '(?:mail |smtp |open )?relay(?:ing)?(?: access| attempt| of mail| mail| through| to _| from _| for _| for| to| is| service| by| not){0,3} (?:denied|disallowed|not (?:permitted|allowed|authorized|supported)|prohibited|forbidden|disabled|rejected|refused|restricted|is not|isn.t|permitted|allowed)',
  'relaying denied',
  '(?:unable|not (?:permitted|allowed|authorized|configured)|cannot|can.t|refuse[sd]?|isn.t allowed|won.t|will not|do not|does not|don.t|denies) (?:to )?relay',
  '(?:no|we do not|not an open|not a) relay',
  'as a relay',
  'for relay(?:ing)?(?! service)',
  'unauthori[sz]ed relay',
  'relay check',
  'rcpthost',
  '(?:do not|don.t|does not|doesn.t) handle mail for',
  'not local host',
  'relaying mail to',
  '(?:not|isn.t|is not) (?:a |one of (?:my|our) )?(?:hosted|handled|served|local|configured|accepted|relay) (?:domains?|here|on this|by this)',
  'domain (?:is )?not (?:hosted|handled|served|local|configured|relayed|in (?:my|our))',
  'not a gateway',
  'smtp as mail gate',
)

/** Blocklists of addresses and networks, and reputation. */
export const blockedByList = anyOf(
  'ers-(?:dul|rbl|qil)',
  'spamhaus',
  'spamcop',
  'sorbs',
  'spamrl',
  'uceprotect',
  'invaluement',
  'ivmsip',
  'abuseat',
  'abusix',
  'mailspike',
  'hostkarma',
  'junkemailfilter',
  'mail-abuse',
  'trend micro (?:rbl|email reputation)',
  'senderscore',
  'senderbase',
  'talosintelligence',
  'cloudmark',
  'csi[.](?:cloudmark|mimecast)',
  'barracudacentral',
  'barracuda reputation',
  'barracudanetworks[.]com/reputation',
  'proofpoint[.]com/(?:dnsbl|[?]ip)',
  'ipcheck[.]proofpoint',
  '(?:dnsbl|dnsrbl|attrbl|rbl)s?(?![a-z])',
  'real-?time (?:block|black)',
  '(?:blocked|rejected|refused|denied|banned|listed) using',
  'block ?-?lists?(?:ed|ing)?',
  'black ?-?(?:list(?:s|ed|ing)?|hole[sd]?)',
  '(?:poor|bad|low|negative|none.bad|insufficient|no) (?:ip |domain |sender |sending |mta )?reputation',
  'reputation (?:of|is|score|too|fail|block|filter|check|service|-|problem|low|poor|bad)',
  '(?:ip|domain|sender|host|server).{0,20} reputation',
  'banned send(?:ing ip|er)',
  '(?:black|bad|banned) ip',
  '(?:dynamic|dial-?up|residential|transient|generic)(?:.{0,20})? (?:ip|address|host|space|range|rdns)',
  'dialup',
  'spammer',
  'sending spam',
  'unwanted messages.{0,60} ip',
  'smtp server of your isp',
  'spam(?:ming)? (?:source|host|server|ip|issues|incident)',
)

/** Our address or host is blocked, by whatever list. */
export const blockedHost = anyOf(
  '(?:your|this|the|sending|sender|senders|source|client|connecting|remote|originating|mail|smtp)(?:.s)? (?:sending |server |mail |source |client |mta )?(?:ip|ips|host|server|mta|network|mail server|ip address|netblock|isp)(?: .{0,60}?)? (?:is |are |was |were |has |have |been |currently |temporarily ){0,3}(?:blocked|banned|listed|rejected|denied|refused|blacklisted|not allowed|not welcome|not permitted|suspected)',
  'ip(?: address)?(?:[ :=]_)? (?:is |are |was |has been |temporarily ){0,2}(?:blocked|banned|listed|rejected|denied|refused|not allowed|suspected)',
  '(?:blocked|banned|listed|rejected|denied|refused|bad|suspected spam|suspicious) (?:your |client |source |sending |sender )?(?:ip|ips|host|network)(?![a-z])',
  '(?:mail|e-?mails?|messages?|connections?)(?: sent)? from (?:your |this |the )?(?:ip|host|server|network|\\d+[.]\\S+)(?: .{0,60}?)? (?:blocked|banned|rejected|denied|refused|not (?:be )?(?:accepted|allowed|permitted))',
  '(?:not|no longer) (?:allowed|permitted|accepting|accept) (?:to )?connect',
  '(?:connection|connections|access|service) (?:was |is |has been )?(?:refused|rejected|denied)(?:.{0,30})? (?:from|for|by|due to)(?:.{0,40})? (?:ip|host|address|reputation|policy \\[7)',
  'client host rejected',
  'access (?:to this mail system|from your|from ip|to submit messages)',
  'your access to (?:submit messages to )?this e?-?mail system',
  'host network not allowed',
  'no access from mail server',
  'not (?:currently )?accepting (?:mail from|connections)',
  'geographical|geoip|(?:from|your) country',
  'network is on our',
  'found (?:on|in) (?:one or more|our|a|the) (?:dns|block|black|rbl)',
  '(?<!not )listed (?:at|in|on|by) ',
  'adresse ip source bloquee',
  'service refuse',
)

/** SPF, DKIM, DMARC, reverse DNS (which RFC 7372 includes), and passwords. */
export const authentication = anyOf(
  'spf(?![a-z])',
  'dkim',
  'dmarc',
  'domainkeys',
  'sender policy framework',
  'sender ?id (?:pra )?(?:check|fail|not)',
  'unauthenticated',
  'not authenticated',
  "(?:isn't|wasn't|failed to|must) authenticat",
  'authentication (?:is |was )?(?:required|requise|failed|failure|failures|checks?|information|results?|unsuccessful|needed|credentials)',
  'authentification (?:requise|invalide)',
  '(?:fail(?:s|ed|ing)?|pass|passes)(?: to pass| the| all| sender| email| both| our){0,3} authentication',
  '(?:requires?|without|no|lack of|missing|invalid|turn on smtp) authentication',
  'auth(?:entication)? (?:error|failed|mechanism)',
  'username and password',
  '(?:purported|responsible) address',
  'ptr(?![a-z])',
  'r(?:everse )?-?dns(?![a-z])',
  'reverse (?:dns|hostname|host name|lookup|name|mapping|record|resolution)',
  '(?:find|resolve) your (?:reverse )?host ?name',
  '(?:ip|host|hostname|client)(?: .{0,40}?)? (?:does not|doesn.t|did not|could not be|cannot be|not) (?:have a |have )?(?:reverse|resolve|match)',
  'ip name lookup failed',
  'forward[ -]confirmed',
  'mismatch(?:es)? (?:the )?client',
  'point to the sending ip',
  'unverifyable sending',
  'invalid ip for sending',
  'unresolvable relay',
  'smtp authentication',
)

/** Spam, viruses, and malformed messages. */
export const unwantedContent = anyOf(
  '(?:is|as|be|looks like|look like|considered|detected|classified|identified|flagged|suspected|contains?|contained|containing|judged to be|likely|suspicion of|probable|appears to be|resembles|high probability of|due to|for|because of|your|possible) (?:a |an |to be |being |likely |possibly |high |spam or |possible |suspected ){0,2}(?:spam|junk|unsolicited|ube|uce|bulk|virus|malware|phish)',
  'spam (?:message|mail|content|detected|rejected|blocked|denied|score|filter|found|or virus|pattern|signature|text|is embedded|rejection|email|check|test|like|words|links?|urls?)',
  '(?:anti-?spam|antivirus|anti-virus|spamassassin|content filter|content scanner|virus scanner)',
  'unsolicited',
  'junk ?mail',
  '(?:virus|malware|phish(?:ing)?|trojan|ransomware)(?:es)?(?![a-z])',
  'viruses|infected|suspicious|unsafe',
  '(?:message|mail|email|e-mail|body|banned|bad|prohibited|unacceptable|illegal|offensive)(?:.s)? content',
  'content (?:is |was )?(?:rejected|denied|not (?:accepted|allowed|wanted)|blocked|policy|restrictions?|filter|examination|judged|presents|reject|refused|violation|not)',
  '(?:attachment|attached file|file extension|file type|executable|macro)s?(?![a-z])',
  '(?:url|link|uri)s? (?:in|within|found|contained|listed)',
  'uribl|surbl',
  'rfc[ -]?(?:5322|2822|822|2045|2047)',
  '(?:not|non) ?-?rfc ?-?(?:compliant|conform)',
  'malformed|mal-formed',
  '(?:duplicate|multiple|missing|invalid|bad|illegal|no|too many|empty|header|unicode).{0,40} (?:headers?|message-id|from:|subject|date:)(?![a-z])',
  'headers? (?:error|is too long|are not|not|rejected|missing|invalid|contains|size)',
  'message ?-?id: header',
  'blank from',
  'bare (?:lf|cr|newline)',
  'encoded-word',
  'message filtered',
  'mime(?![a-z])',
  '(?:our|the|a) (?:spam |content )?filter',
  'pattern detection',
  'black ?listed url',
  '8-?bit|base64',
  'invalid data in message',
  'bulk (?:mail|e-?mail)',
  'advertis',
  'mail rejete',
)

export const spam = /(?<![a-z])(?:spam\w*|junk|content)(?![a-z])/

/** About the sender: a closed account is ours, not the recipient's. */
export const ourAccount = anyOf(
  'your (?:sending |sender |mail |e-?mail |smtp )?account(?! quota)',
  '(?:outgoing|outbound) (?:mail|messages?|e-?mails?) ',
  '(?:in|of|with) your (?:current )?plan(?![a-z])',
  '(?:you are|is) not (?:allowed|permitted|authori[sz]ed) to send',
)

/** The address may be valid, but the server could not verify it. */
export const notVerified = anyOf(
  '(?:undeliverable|unverified) address .{0,120}(?:connection refused|timed out|unreachable|no route|lost connection)',
)

/** About the sender address of the message. */
export const senderRefused = anyOf(
  '(?:envelope |bad outbound |outbound |outgoing )?sender(?:.s)?(?: address| domain| e-?mail| host| email address)?(?: _)?(?: is| was| has been| has)?(?: on| not in| in)? (?:rejected|denied|refused|blocked|invalid|unknown|banned|not (?:allowed|accepted|valid|exist|permitted|authorized|found|verified|in)|verif(?:y|ication|ied)|unverified|disabled|does(?:n.t| not)|must|could not|cannot|can.t|unresolvable|resolve|null mx|domain.s|blacklist|address reject|deny|is unvalidated|unvalidated)',
  '(?:invalid|bad|unknown|illegal|unverified|unauthori[sz]ed|blocked|rejected|denies the|forged|fake) sender',
  'domain of (?:the )?sender',
  'unrout(?:e)?able sender',
  'bogus mail from',
  'batv',
  'backscatter',
  'not (?:in|on) the recipient.s list',
  'not subscribed to this',
  'member(?:s-only|s only)',
  'closed mailing list',
  'organi[sz]ational settings',
  'mass mailer',
  'only accept(?:s|ing) mail from',
  'accept mail from',
  '(?:sender|from|mail ?from|envelope from|return[ -]?path)(?:.s)? domain',
  'mail ?from (?:.{0,40} )?(?:invalid|rejected|denied|refused|not|does|mismatch)',
  '(?:from|return|reply) address (?:is |was )?(?:invalid|rejected|not|unknown|does|blocked)',
  'badmailfrom',
  'return[ -]path',
  'reverse[ -]path',
  'identities failed the check',
  'emetteur invalide',
  'expediteur',
  'absender',
  '(?:black|bad) mail address',
  'mail address invalid',
)

/** The domain does not exist or accepts no mail. */
export const badDomain = anyOf(
  '(?:recipient |destination |the |this )?domain(?: name)?(?: _)? (?:does(?:n.t| not) exist|not exist|not found|(?:is )?unknown|(?:is )?invalid|(?:is )?not valid|(?:is )?not reachable|(?:has )?expired|(?:is )?no longer|(?:is )?retired|(?:is )?obsolete|has no|cannot be found|is not configured|unavailable|missing|disabled|is parked|could not be found|not available)',
  '(?:no such|unknown|invalid|nonexistent|non-existent|bad|illegal) (?:destination )?domain',
  '(?:host|host name|hostname|host or domain name) (?:is )?(?:unknown|not found|not known|does not exist)',
  '(?:unknown|no such|bad destination) (?:host|system)',
  'bad destination (?:host|system)',
  'name service error',
  'nxdomain',
  'null[ -]?mx',
  'no (?:valid )?mx(?![a-z])',
  'mx records? (?:point|do|does|is|are|not|lookup)',
  'tenant or domain not found',
  "(?:host|domain|system|server|machine)(?: _)? (?:does|do)(?:n't| not) accept (?:any )?(?:e-?)?mail(?! from)",
  'recipient domain must exist',
  'name or service not known',
  'dns (?:error|query|domain|lookup|resolution)(?: .{0,40}?)? (?:fail|error|not exist|not found)',
  'dns query',
  "couldn't find any host",
  'cannot be resolved',
  'unable to route',
  'no route to',
  'no-domain',
)

/** Not specific, but about us and not about the recipient. */
export const aboutUs =
  /(?<![a-z])(?:spam\w*|junk|block(?:ed|ing|s)?|black ?list\w*|policy|policies|denied|denies|reputation|spf|dkim|dmarc|relay(?:ing|ed)?(?!=)|banned|prohibit\w*|forbidden|administratively|restricted|disallowed|spoof\w*|abuse|abusive|complaints?|security)(?![a-z])/

/** The weakest words of all. */
export const refusal =
  /(?<![a-z])(?:reject(?:ed|s|ing)?|refused?|refuses|refusal|denied|deny|disallowed|forbidden|prohibited|not (?:allowed|accepted|permitted|authori[sz]ed|wanted|welcome)|unauthori[sz]ed|restricted|violat\w*|policy|policies|blocked|banned|access|helo|ehlo|tls|ssl|encryption|starttls|certificate|security|unacceptable|administrative\w*|no thanks|go away|filtered)(?![a-z])/
