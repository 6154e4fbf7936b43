/**
 * Real replies of mail servers, classified by hand. Addresses are made up. A heading has the provider and the source;
 * each line below it has the class, `suppress` or `keep`, and the reply.
 */
import type { BounceClass } from '#core/returned-mail.ts'

const final = `
# Gmail; Google Workspace help, SMTP errors
unknown_mailbox suppress 550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos or unnecessary spaces. Learn more at https://support.google.com/mail/?p=NoSuchUser d9443c01a7336-20ff4b1si - gsmtp
disabled_mailbox suppress 550 5.2.1 The email account that you tried to reach is disabled. Learn more at https://support.google.com/mail/?p=DisabledUser p1si1155795plk.134 - gsmtp
disabled_mailbox suppress 550 5.2.1 The email account that you tried to reach is inactive. For more information, go to https://support.google.com/mail/?p=DisabledUser
rate_limited keep 550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered. For more information, please visit https://support.google.com/mail/?p=ReceivingRatePerm
mailbox_full keep 552 5.2.2 The email account that you tried to reach is over quota and inactive. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm - gsmtp
mailbox_full keep 552 5.2.2 The recipient's inbox is out of storage space and inactive. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm
too_large keep 552 5.2.3 Your message exceeded Google's message size limits. For more information, visit https://support.google.com/mail/answer/6584
too_large keep 552 5.3.4 The size of your message (36700160 bytes) exceeded Google's message size limits of 26214400 bytes. https://support.google.com/mail/?p=MaxSizeError
too_large keep 552 5.3.4 The number of attachments (700) exceeds Google's limit of 500 attachments. To view our attachment size guidelines, go to Gmail receiving limits
rate_limited keep 550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to https://support.google.com/a/answer/166852
rate_limited keep 550 5.7.1 Daily SMTP relay limit exceeded for customer. For more information on SMTP relay sending limits please contact your administrator
relay_denied keep 550 5.7.0 Mail relay denied [192.0.2.1]. Invalid credentials for relay for one of the domains in: acme.test (as obtained from HELO and MAIL FROM).
relay_denied keep 550 5.7.1 Invalid credentials for relay [192.0.2.1]. The IP address you've registered in your Workspace SMTP Relay service doesn't match the domain of the account this email is being sent from.
content keep 552 5.7.0 This message was blocked because its content presents a potential security issue. Please visit https://support.google.com/mail/?p=BlockedMessage to review our message content and attachment content guidelines.
policy keep 550 5.7.1 The user or domain that you are sending to (or from) has a policy that prohibited the mail that you sent. Please contact your domain administrator for further details.
content keep 550 5.7.1 Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked. https://support.google.com/mail/?p=UnsolicitedMessageError
blocked keep 550 5.7.1 Our system has detected that this message is likely suspicious due to the very low reputation of the sending IP address. To best protect our users from spam, the message has been blocked.
blocked keep 550 5.7.1 [192.0.2.1] Our system has detected an unusual rate of unsolicited mail originating from your IP address. To protect our users from spam, mail sent from your IP address has been blocked.
blocked keep 550 5.7.1 The IP you're using to send mail is not authorized to send email directly to our servers. Please use the SMTP relay at your service provider instead. https://support.google.com/mail/?p=NotAuthorizedError
content keep 550 5.7.1 Messages missing a valid Message-ID: header are not accepted. For more information, go to Email sender guidelines and review RFC 5322 specifications.
authentication keep 550 5.7.1 This message does not meet IPv6 sending guidelines regarding PTR records and authentication. https://support.google.com/mail/?p=IPv6AuthError
authentication keep 550 5.7.25 The IP address sending this message does not have a PTR record setup, or the corresponding forward DNS entry does not point to the sending IP. As a policy, Gmail does not accept messages from IPs with missing PTR records.
authentication keep 550 5.7.26 This mail has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM. Authentication results: DKIM = did not pass SPF [acme.test] with ip: [192.0.2.1] = did not pass
authentication keep 550 5.7.26 Unauthenticated email from acme.test is not accepted due to domain's DMARC policy. Please contact the administrator of acme.test domain if this was a legitimate mail.
authentication keep 550 5.7.24 The SPF record of the sending domain has one or more suspicious entries. For more information, go to Email sender guidelines.
other keep 554 5.4.6 Message exceeded 50 hops, this may indicate a mail loop. For more information, go to Gmail Help. https://support.google.com/mail/?p=MailLoop
content keep 554 5.6.0 Mail message is malformed. Not accepted. For more information, go to Email sender guidelines and review RFC 5322 specifications.
authentication keep 530 5.7.0 Authentication Required. For more information, go to https://support.google.com/mail/?p=WantAuthError

# Exchange Online; Microsoft NDR codes
unknown_mailbox suppress 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@far.example not found by SMTP address lookup
unknown_mailbox suppress 550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found
unknown_mailbox suppress 550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DB5EUR01FT031.eop-EUR01.prod.protection.outlook.com]
unknown_mailbox suppress 550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 5.1.1 User unknown
mailbox_full keep 554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded; Failed to process message due to a permanent exception
blocked keep 550 5.7.501 Access denied, banned sender (AS220)
policy keep 550 5.7.510 Access denied, far.example does not accept email over IPv6
rate_limited keep 554 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients
rate_limited keep 550 5.2.121 Recipient's per hour message receive limit from specific sender exceeded.
rate_limited keep 550 5.2.122 The recipient has exceeded their limit for the number of messages they can receive per hour.
too_large keep 550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient
policy keep 550 5.7.1 RESOLVER.RST.AuthRequired; authentication required
policy keep 550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group
policy keep 550 5.7.124 Sender not in allowed-senders list
authentication keep 550 5.7.57 Client not authenticated to send mail. Error: 535 5.7.3 Authentication unsuccessful
relay_denied keep 550 5.7.64 TenantAttribution; Relay Access Denied [VE1EUR01FT007.eop-EUR01.prod.protection.outlook.com]
relay_denied keep 550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain
authentication keep 550 5.7.23 The message was rejected because of Sender Policy Framework violation -> 550 5.7.1 SPF check failed
authentication keep 550 5.7.509 Access denied, sending domain acme.test does not pass DMARC verification and has a DMARC policy of reject.
authentication keep 550 5.7.515 Access denied, sending domain acme.test does not meet the required authentication level. The sender's domain in the 5322.From address doesn't meet the authentication requirements defined for the sender.
blocked keep 550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit https://sender.office.com/ and follow the directions. AS16012609
blocked keep 550 5.7.511 Access denied, banned sender[192.0.2.1]. To request removal from this list please forward this message to delist@messaging.microsoft.com. AS(1410)
blocked keep 550 5.7.513 Service unavailable, Client host [192.0.2.1] blocked by far.example using Customer Block list (AS16012607)
policy keep 550 5.7.507 Access denied, rejected by recipient (AS160409)
rate_limited keep 550 5.7.508 Access denied, [2001:db8::1] has exceeded permitted limits within 2001:db8::/64 range (AS16012610)
content keep 550 5.7.512 Access denied, message must be RFC 5322 section 3.6.2 compliant
rate_limited keep 550 5.7.705 Access denied, tenant has exceeded threshold
blocked keep 550 5.7.708 Access denied, traffic not accepted from this IP
content keep 550 5.7.520 Message blocked because it contains content identified as spam. AS(4810)
policy keep 550 5.1.8 Access denied, bad outbound sender AS(42004)
bad_domain keep 550 5.4.310 DNS domain far.example does not exist [Message=InfoDomainNonexistent]
bad_domain keep 550 5.4.312 Message expired, DNS query failed(ServerFailure)
other keep 554 5.4.14 Hop count exceeded - possible mail loop ATTR34
policy keep 550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized to send to recipient because the sender isn't on the recipient's list of senders to accept mail from

# Outlook.com; Outlook.com postmaster troubleshooting
unknown_mailbox suppress 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [AM6EUR05FT029.eop-eur05.prod.protection.outlook.com]
unknown_mailbox suppress 550 5.5.0 mailbox unavailable
blocked keep 550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150). You can also refer your provider to http://mail.live.com/mail/troubleshooting.aspx#errors.
blocked keep 550 SC-002 (BAY004-MC3F40) Mail rejected by Outlook.com for policy reasons. The mail server IP connecting to Outlook.com has exhibited namespace mining behavior.
blocked keep 550 DY-001 (SNT004-MC1F2) Mail rejected by Outlook.com for policy reasons. We generally do not accept email from dynamic IP's as they are not typically used to deliver unauthenticated SMTP e-mail to an Internet mail server.
blocked keep 550 OU-002 (COL004-MC3F29) Unfortunately, messages from 192.0.2.1 weren't sent. Please contact your Internet service provider. Reasons for rejection may be related to content with spam-like characteristics or IP/domain reputation problems.

# Yahoo and AOL; Yahoo sender hub, SMTP error codes
unknown_mailbox suppress 554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0] - mta1397.mail.mud.yahoo.com
unknown_mailbox suppress 552 1 Requested mail action aborted, mailbox not found
unknown_mailbox suppress 554 delivery error: dd Not a valid recipient - atlas315.free.mail.ne1.yahoo.com
disabled_mailbox suppress 554 30 Sorry, your message to ada@yahoo.com cannot be delivered. This mailbox is disabled (554.30).
disabled_mailbox suppress 554 delivery error: dd Sorry your message to ada@yahoo.com cannot be delivered. This account has been disabled or discontinued [#102]. - mta1.mail.gq1.yahoo.com
disabled_mailbox suppress 554 delivery error: dd ada@yahoo.com is no longer valid. [-20] - mta4.mail.bf1.yahoo.com
blocked keep 553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list; see https://postmaster.yahooinc.com/error-codes
blocked keep 553 5.7.2 [TSS09] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed. See https://postmaster.yahooinc.com/error-codes
policy keep 554 Message not allowed - [PH01] Email not accepted for policy reasons. Please visit https://postmaster.yahooinc.com/error-codes
policy keep 554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes
authentication keep 550 5.7.9 This mail has been blocked because the sender is unauthenticated. Yahoo requires all senders to authenticate with either SPF or DKIM.
authentication keep 554 5.7.5 (AU01) Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes
relay_denied keep 550 relaying denied for <ada@yahoo.com>
unknown_mailbox suppress 550 5.1.1 <ada@aol.com>: Recipient address rejected: aol.com
unknown_mailbox suppress 550 MAILBOX NOT FOUND
blocked keep 554 5.7.1 : (RTR:BL) https://postmaster.aol.com/error-codes#554rtrbl
content keep 554 5.7.1 : (HVU:B1) https://postmaster.aol.com/error-codes#554hvub1

# iCloud; Apple, postmaster information for iCloud Mail
disabled_mailbox suppress 550 5.1.1 <ada@icloud.com>: inactive email address
unknown_mailbox suppress 550 5.1.1 <ada@me.com>: user does not exist
unknown_mailbox suppress 550 5.1.1 unknown or illegal alias: ada@icloud.com
unknown_mailbox suppress 550 5.1.6 recipient no longer on server: ada@icloud.com
mailbox_full keep 552 5.2.2 <ada@icloud.com>: user is over quota
policy keep 550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137
authentication keep 554 5.7.1 Your message was rejected due to acme.test's DMARC policy. See https://support.apple.com/en-us/HT204137 for info
authentication keep 554 5.7.1 [HME1] This message was blocked for failing both SPF and DKIM authentication checks. See https://support.apple.com/en-us/HT204137 for mailing best practices
blocked keep 550 5.7.1 Mail from IP 192.0.2.1 was rejected due to listing in Spamhaus SBL. For details please see http://www.spamhaus.org/query/bl?ip=192.0.2.1
blocked keep 550 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1
content keep 550 5.7.1 Your email was rejected due to having a domain present in the Spamhaus DBL -- see https://www.spamhaus.org/dbl/

# GMX and web.de; GMX postmaster, error messages
unknown_mailbox suppress 550 Requested action not taken: mailbox unavailable For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=hi
mailbox_full keep 552 Requested mail action aborted: exceeded storage allocation Quota exceeded. The recipient's mailbox is full.
policy keep 554 Transaction failed Reject due to policy restrictions. For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=p
policy keep 550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record. For explanation visit https://postmaster.web.de/en/error-messages?ip=192.0.2.1
authentication keep 554 gmx.net (mxgmx017) Nemesis ESMTP Service not available No SMTP service Bad DNS PTR resource record. For explanation visit https://postmaster.gmx.net/en/error-messages
blocked keep 554 gmx.net (mxgmx108) Nemesis ESMTP Service not available No SMTP service IP address is black listed. For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=bl
authentication keep 550 <ada@gmx.net>: Reject due to SPF policy. The originating IP of the message is not permitted by the domain owner
unknown_mailbox suppress 550 Benutzer nicht bekannt/User unknown
mailbox_full keep 550 Benutzer hat das Speichervolumen ueberschritten. / User has exhausted allowed storage space.
mailbox_full keep 550 Benutzer hat zuviele Mails auf dem Server. / User has too many messages on the server.

# T-Online and other German providers; seen in public bug trackers
blocked keep 554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL)
blocked keep 554 IP=192.0.2.1 - Dialup/transient IP not allowed. Use a mailgateway or contact toda@rx.t-online.de if obsolete. (DIAL)
content keep 550 5.7.1 Message has been rejected due to spam or virus classification
mailbox_full keep 552 5.2.2 Over STORAGE quota
content keep 571 5.7.1 message classified as spam (Nachricht als Spam eingestuft)
unknown_mailbox suppress 550 unrouteable address

# Orange and La Poste; Orange postmaster error codes
unknown_mailbox suppress 550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]
mailbox_full keep 552 5.1.1 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]
disabled_mailbox suppress 550 5.5.0 Boite du destinataire archivee. Archived recipient. LPN007_420
disabled_mailbox suppress 550 5.5.0 Le compte du destinataire est bloque. The recipient account is blocked. LPN007_426
blocked keep 550 mwinf5c04 ME Adresse IP source bloquee pour incident de spam. Client host blocked for spamming issues. OFR006_102 Ref http://csi.cloudmark.com/reset-request/?ip=192.0.2.1 [102]
blocked keep 550 mwinf5c10 ME Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR006_103 192.0.2.1 [103]
policy keep 501 5.1.0 Emetteur invalide. Invalid Sender. OFR004_405 [405]
content keep 550 5.7.1 Mail rejete. Mail rejected. OFR_506 [506]
authentication keep 571 5.7.1 Message refused, DMARC verification Failed. - Message refuse, verification DMARC en echec LPN007_517
authentication keep 550 5.5.0 SPF: 192.0.2.1 is not allowed to send mail. LPN004_401
blocked keep 550 5.7.1 Service unavailable; client [192.0.2.1] blocked using Spamhaus. Les emails envoyes vers la messagerie Laposte.net ont ete bloques par nos services. LPNAAA_101

# Free and SFR; postmaster.free.fr, SFR error codes
content keep 550 spam detected
blocked keep 550 5.7.1 Too many spams from your IP (192.0.2.1), please visit http://postmaster.free.fr/
disabled_mailbox suppress 550 5.2.1 This mailbox has been blocked due to inactivity (in reply to RCPT TO command)
unknown_mailbox suppress 550 5.7.1 <ada@sfr.fr>: Recipient address rejected: User unknown

# Comcast, Cox and Charter; Comcast postmaster, Cox email error codes
unknown_mailbox suppress 550 5.1.1 Not our Customer
disabled_mailbox suppress 550 5.1.1 <ada@comcast.net> Account Closed, Please Remove
blocked keep 554 resimta-po-11v.sys.comcast.net comcast 192.0.2.1 found on one or more DNSBLs, see http://postmaster.comcast.net/smtp-error-codes.php#BL000001
blocked keep 550 5.2.0 Mail rejected. Your IP is listed. See http://postmaster.comcast.net/smtp-error-codes.php#BL000000
authentication keep 554 resqmta-po-02v.sys.comcast.net comcast 192.0.2.1 Comcast requires that all mail servers must have a PTR record with a valid Reverse DNS entry. Currently your mail server does not fill that requirement. For more information, refer to: http://postmaster.comcast.net/smtp-error-codes.php#PT000001
blocked keep 550 5.1.0 <news@acme.test> sender rejected. Refer to Error Codes section at https://www.cox.com/residential/support/email-error-codes.html for more information. AUP#CDRBL
rate_limited keep 550 5.1.0 <news@acme.test> sender rejected. Please see https://www.spectrum.net/support/internet/understanding-email-error-codes for more information. AUP#In-1310
unknown_mailbox suppress 550 5.1.1 <ada@cox.net> recipient rejected
authentication keep 550 5.1.0 <news@acme.test> sender rejected. AUP#CXSNDR
content keep 552 5.2.0 message rejected. AUP#URLBL101

# GoDaddy; GoDaddy help, what does my email bounceback mean
content keep 552 5.2.0 This message has been rejected due to content judged to be spam by the internet community. IB212
blocked keep 554 This IP has been temporarily blocked for attempting to mail too many invalid recipients. IB112
rate_limited keep 550 This IP has sent too many messages this hour. IB504
blocked keep 554 Connection refused. This IP has a poor reputation on Cloudmark Sender Intelligence (CSI). IB103
authentication keep 550 news@acme.test Invalid SPF record. Inspect your SPF settings, and try again. IB508
unknown_mailbox suppress 550 5.1.1 <ada@far.example> Recipient not found. <http://x.co/irbounce>

# Exim; Exim specification and cPanel forums
unknown_mailbox suppress 550 Unrouteable address
unknown_mailbox suppress 550 No Such User Here
unknown_mailbox suppress 550 No such person at this address
unknown_mailbox suppress 550-5.1.1 unknown user ada
relay_denied keep 550 relay not permitted
relay_denied keep 550 mail.acme.test [192.0.2.1]:51842 is currently not permitted to relay through this server. Perhaps you have not logged into the pop/imap server in the last 30 minutes or do not have SMTP Authentication turned on in your email client.
policy keep 550 Sender verify failed
policy keep 550 Verification failed for <news@acme.test> Unrouteable address unable to verify sender address
policy keep 550 Verification failed for <news@acme.test> Called: 192.0.2.9 Sent: RCPT TO:<news@acme.test> Response: 550 5.1.1 User unknown Sender verify failed
policy keep 550 Administrative prohibition
blocked keep 550 "JunkMail rejected - mail.acme.test [192.0.2.1]:24706 is in an RBL: Blocked - see https://www.spamcop.net/bl.shtml?192.0.2.1"
authentication keep 550 Bad SPF records for [acme.test:192.0.2.1], see http://spf.pobox.com/
too_large keep 552 Message size exceeds maximum permitted
disabled_mailbox suppress 550 Account is disabled.
mailbox_full keep 550 Mailbox is full / Blocks limit exceeded / Inode limit exceeded
content keep 550 This message was classified as SPAM and may not be delivered
bad_domain keep 550 all relevant MX records point to non-existent hosts

# Postfix; Postfix documentation
unknown_mailbox suppress 550 5.1.1 <ada@far.example>: Recipient address rejected: User unknown in virtual mailbox table
unknown_mailbox suppress 550 5.1.1 <ada@far.example>: Recipient address rejected: User unknown in local recipient table
unknown_mailbox suppress 550 <ada@far.example>: Recipient address rejected: undeliverable address: unknown user: "ada"
relay_denied keep 554 5.7.1 <ada@far.example>: Relay access denied
blocked keep 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1
blocked keep 521 5.7.1 Service unavailable; client [192.0.2.1] blocked using dnsbl.sorbs.net
blocked keep 554 5.7.1 <mail.acme.test[192.0.2.1]>: Client host rejected: Access denied
authentication keep 550 5.7.25 Client host rejected: cannot find your reverse hostname, [192.0.2.1]
policy keep 504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname
policy keep 553 5.1.8 <news@acme.test>: Sender address rejected: Domain not found
policy keep 550 5.1.7 <news@acme.test>: Sender address rejected: undeliverable address: host mx.acme.test said: 550 unknown
too_large keep 552 5.3.4 Message size exceeds fixed limit
mailbox_full keep 552 5.2.2 <ada@far.example>: Recipient address rejected: Quota exceeded (mailbox for user is full)
bad_domain keep 556 5.1.10 <ada@far.example>: Recipient address rejected: Domain far.example does not accept mail (nullMX)
bad_domain keep 550 5.1.2 <ada@far.example>: Recipient address rejected: Domain not found
content keep 550 5.7.1 Message content rejected, UBE, id=00000-22-225
content keep 554 5.7.0 Reject, id=20025-09 - SPAM
other keep 554 5.5.1 Error: no valid recipients
unknown_mailbox suppress 554 5.7.1 <ada@far.example>: Recipient address rejected: No such user

# Sendmail; Sendmail documentation and public corpora of bounces
unknown_mailbox suppress 550 5.1.1 <ada@far.example>... User unknown
unknown_mailbox suppress 553 5.3.0 <ada@far.example>... No such user here
relay_denied keep 550 5.7.1 <ada@far.example>... Relaying denied. IP name lookup failed [192.0.2.1]
policy keep 553 5.1.8 <news@acme.test>... Domain of sender address news@acme.test does not exist
policy keep 550 5.7.1 <news@acme.test>... Access denied
bad_domain keep 550 5.1.2 <ada@far.example>... Host unknown (Name server: far.example: host not found)
mailbox_full keep 550 5.2.2 <ada@far.example>... Mailbox Full
too_large keep 552 5.2.3 Message size exceeds fixed maximum message size (10485760)
disabled_mailbox suppress 525 5.7.13 Disabled recipient address
other keep 553 5.3.5 system config error
other keep 554 5.0.0 Service unavailable
authentication keep 550 5.7.1 Connections not accepted from servers without a valid sender domain. Fix reverse DNS for 192.0.2.1

# qmail; qmail source and vpopmail
unknown_mailbox suppress 550 sorry, no mailbox here by that name. (#5.1.1)
unknown_mailbox suppress 554 Sorry, no mailbox here by that name. (#5.1.1)
relay_denied keep 553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)
policy keep 553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)
too_large keep 552 sorry, that message size exceeds my databytes limit (#5.3.4)
blocked keep 553 sorry, your mail server is listed in a DNS blacklist (#5.7.1)
mailbox_full keep 552 user is over quota (#5.2.2)
bad_domain keep 550 Sorry, I couldn't find any host named far.example. (#5.1.2)

# Proofpoint; Proofpoint help and delivery logs in public bug trackers
blocked keep 554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1
unknown_mailbox suppress 550 5.7.1 <ada@far.example>: Recipient address rejected: User email address is marked as invalid.
unknown_mailbox suppress 550 5.1.1 User Unknown
policy keep 550 5.7.0 Local Policy Violation - 9b3d7a60-0

# Mimecast; Mimecast SMTP error codes
unknown_mailbox suppress 550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [vH7Ns8biNg-p6EfZ0QaVMQ.us149]
policy keep 550 Administrative prohibition - envelope blocked - https://community.mimecast.com/docs/DOC-1369#550
policy keep 550 Rejected by header based Anti-Spoofing policy: news@acme.test - https://community.mimecast.com/docs/DOC-1369#550 [_g67iKwmNreAb9PeazQFDQ.us227]
blocked keep 550 csi.mimecast.org Poor Reputation Sender. - https://community.mimecast.com/docs/DOC-1369#550 [vH7Ns8biNg-p6EfZ0QaVMQ.us149]
blocked keep 554 Host network not allowed - https://community.mimecast.com/docs/DOC-1369#554 [z7qZw5BPd1zlDYHka4589ru.us222]
content keep 554 Email rejected due to security policies - https://community.mimecast.com/docs/DOC-1369#554
policy keep 553 This route requires encryption (TLS) - https://community.mimecast.com/docs/DOC-1369#553
rate_limited keep 550 Exceeding outbound thread limit - https://community.mimecast.com/docs/DOC-1369#550
too_large keep 554 Maximum email size exceeded - https://community.mimecast.com/docs/DOC-1369#554

# Barracuda; Barracuda Email Security Gateway, seen in public bug trackers
blocked keep 554 Service unavailable; Client host [mail.acme.test] blocked using Barracuda Reputation; http://www.barracudanetworks.com/reputation/?r=1&ip=192.0.2.1
content keep 554 rejected due to spam content
content keep 554 rejected due to virus
policy keep 550 permanent failure for one or more recipients (ada@far.example:blocked)
unknown_mailbox suppress 550 No such user (ada@far.example)

# Cisco; Cisco IronPort AsyncOS guide
unknown_mailbox suppress 550 #5.1.0 Address rejected.
blocked keep 554 mx.far.example Your access to this mail system has been rejected due to the sending MTA's poor reputation. If you believe that this failure is in error, please contact the intended recipient via alternate means.
blocked keep 550 #5.7.1 Your access to submit messages to this e-mail system has been rejected.
authentication keep 550 #5.7.1 SPF unauthorized mail is prohibited.
too_large keep 552 #5.3.4 message size exceeds limit

# Symantec; Broadcom knowledge base, Word to the Wise
blocked keep 501 Connection rejected by policy [7.7] 6710, please visit www.messagelabs.com/support for more details about this error message.
content keep 553 Message filtered. Refer to the Troubleshooting page at http://www.symanteccloud.com/troubleshooting for more information. (#5.7.1)
relay_denied keep 553 you are trying to use me [server-3.tower-1.messagelabs.com] as a relay, but I have not been configured to let you [192.0.2.1, mail.acme.test] do this. Please visit www.symanteccloud.com/troubleshooting
content keep 550 5.7.1 Message rejected as spam by Content Filtering.
policy keep 554 5.1.0 Sender denied

# Mail.ru, Yandex; Mail.ru and Yandex help
unknown_mailbox suppress 550 Message was not accepted -- invalid mailbox. Local mailbox ada@mail.ru is unavailable: user not found
mailbox_full keep 550 Message was not accepted -- invalid mailbox. Local mailbox ada@mail.ru is unavailable: account is overquota
disabled_mailbox suppress 550 Message was not accepted -- invalid mailbox. Local mailbox ada@mail.ru is unavailable: user is terminated
content keep 550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=abc or report details to abuse@corp.mail.ru. Error code: 0123
authentication keep 550 5.7.1 This message was not accepted due to domain (acme.test) owner DMARC policy (RFC 7489) https://help.mail.ru/mail-help/postmaster/dmarc
unknown_mailbox suppress 550 5.7.1 No such user!
content keep 554 5.7.1 [1] Message rejected under suspicion of SPAM; https://ya.cc/1IrBc 1700000000-abc
blocked keep 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked by spam statistics - see http://feedback.yandex.ru/?from=mail-rejects&subject=192.0.2.1

# QQ and NetEase; Tencent and NetEase postmaster help
unknown_mailbox suppress 550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728
rate_limited keep 550 Mailbox unavailable or access denied http://service.exmail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000731
rate_limited keep 550 Sender frequency limited. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000722
content keep 550 Mail content denied. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000726
policy keep 550 Domain may not exist or DNS check failed [news@acme.test] http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1001508
blocked keep 550 Suspected spam ip https://service.mail.qq.com/detail/122/66
policy keep 550 Mail is rejected by recipients [1234567890] https://service.mail.qq.com/detail/122/92
authentication keep 550 SPF check failed. https://service.mail.qq.com/detail/122/72
blocked keep 550 Connection denied. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000727
unknown_mailbox suppress 550 User not found: ada@163.com
content keep 554 DT:SPM 163 mx20,QMCowEDJe1a0pzBX 1462806453,please see http://mail.163.com/help/help_spam_16.htm?ip=192.0.2.1

# Other receivers; public corpora of bounces
blocked keep 553 5.3.0 flph825 DNSBL:ATTRBL 521< 192.0.2.1 >_is_blocked.For assistance forward this email to abuse_rbl@abuse-att.net
blocked keep 550 5.2.1 Mailbox unavailable. Your IP address 192.0.2.1 is blacklisted using SPAMHAUS-XBL. Details: https://www.spamhaus.org/query/ip/192.0.2.1.
blocked keep 550 5.1.0 MXIN506 MailFrom domain is listed in Spamhaus. To request removal from this list see https://www.spamhaus.org/query/lookup/
policy keep 550 5.7.1 Blacklisted by recipient
content keep 554 5.7.1 Email cannot be delivered. Reason: Email flagged as Spam.
policy keep 541 5.4.1 Mail rejected by destination domain
unknown_mailbox suppress 550 5.1.1 RCP-P1 http://postmaster.facebook.com/response_codes?ip=192.0.2.1#rcp Recipient address does not exist
unknown_mailbox suppress 550 Unknown user ada@docomo.ne.jp
disabled_mailbox keep 550 5.7.1 <ada@far.example>: Recipient address rejected: User ada@far.example temporary locked. Please try again later!
policy keep 554 Message rejected: Email address is not verified. The following identities failed the check in region AP-NORTHEAST-1: news@acme.test
bad_domain keep 554 The mail could not be delivered to the recipient because the domain is not reachable. Please check the domain and try again (-1915321397:308:-2147467259)
blocked keep 501 <ada@far.example>... no access from mail server [192.0.2.1] which is an open relay.
unknown_mailbox suppress 550 User ada@far.example not listed in Domino Directory
unknown_mailbox suppress 550 5.2.0 No such mailbox
disabled_mailbox suppress 550 <ada@far.example>: Recipient address rejected: Account Closed
disabled_mailbox suppress 554 5.2.1 <ada@mail.ee>: Recipient address rejected: Inactive user
disabled_mailbox suppress 550 5.2.1 <ada@hot.ee> is expired account
policy keep 550 5.7.1 Requested action not taken: message refused
unknown_mailbox suppress 550 5.1.1 Utilisateur inconnu
unknown_mailbox suppress 550 Destinatario sconosciuto o mailbox disatttivata
content keep 550 5.7.1 [192.0.2.1 13] Messages with multiple addresses in From: header are not accepted. v14si1155795plk.134 - gsmtp
other keep 503 5.5.1 RCPT first. g0000000000ggg.00
other keep 550 5.4.316 Message expired, connection refused
other keep 554 Transaction failed

# Many receivers; public corpora of bounces, held back while the rules were written
too_large keep 552 5.6.0 Headers too large (3 max)
authentication keep 550 domain [acme.test] mismatches client ip 192.0.2.1.
unknown_mailbox suppress 551 not our customer
authentication keep 550 Unauthenticated senders not allowed
blocked keep 550 Insecure Mail Relay
content keep 550 5.2.0 Message Filtered
disabled_mailbox suppress 550 Mailbox is frozen. See http://mail.i.ua/err/3/
unknown_mailbox suppress 550 5.1.1 User does not exist - <ada@zoho.example>
unknown_mailbox suppress 553 Invalid recipient ada@far.example (Mode: normal)
unknown_mailbox suppress 550 5.1.1 Address rejected ada@far.example
rate_limited keep 550 Connection frequency limited [Q1YzZ3kxdnRYYnpkbVZ0MAo+QTMzMTMzRjUxNzQ4Cg/MTI3MTY2MDge= Blocked IP 192.0.2.22]. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000722
other keep 550 Your E-Mail is redundant. You cannot send E-Mail to yourself (ada@far.example).
unknown_mailbox suppress 550 <ada@far.example>... User not exist
other keep 504 Command parameter not implemented
content keep 550 Virus Detected; Content Rejected
mailbox_full keep 550 '5.2.2 <ada@far.example>... Mailbox Full' (delivery attempts: 0)
content keep 554 email rejected due to security policies - MCSpamSignature.sa.2.2
authentication keep 550 DMARC check failed. http://service.mail.qq.com/cgi-bin/help?subtype=1&&no=1001508&&id=16.
policy keep 550 5.7.6 Failed to delivery
content keep 550 5.6.9 improper use of 8-bit data in message header
policy keep 550 Rejected
policy keep 550 5.1.1 RCP-P2 http://postmaster.facebook.com/response_codes?ip=192.0.2.135#rcp Refused due to recipient preferences
other keep 503 All RCPT commands were rejected with this error:
blocked keep 554 pv33p00im-smtpin013.me.com ESMTP not accepting connections
unknown_mailbox suppress 550 User not found
unknown_mailbox suppress 550 <ada@far.example>: Recipient address rejected.
policy keep 554 5.7.7 Email policy violation detected
other keep 554 4.4.7 Message expired: unable to deliver in 840 minutes.<421 4.4.2 Connection timed out>
unknown_mailbox suppress 550 'ada@far.example' is not a registered gateway user
blocked keep 554 5.7.1 <a8-95.smtp-out.acme.test[192.0.2.1]>: Client host rejected: blocked using mail.far.example; Please see http://mail.far.example/rbl/?ip=192.0.2.1 to send.
blocked keep 553 http://www.spamhaus.org/query/bl?ip=192.0.2.1
authentication keep 550 5.1.0 192.0.2.1 is not allowed to send from <acme.test> per it's SPF Record. Please inspect your SPF settings, and try again. IB508 <http://x.co/srbounce>
policy keep 554 Mail from news@acme.test rejected for policy reasons.
bad_domain keep 550 Host does not accept mail
other keep 554 Service currently unavailable
other keep 554 5.4.6 Too many hops
authentication keep 550 Please turn on SMTP Authentication in your mail client.
policy keep 550 5.7.1 IP address blacklisted by recipient
bad_domain keep 550 5.4.4 Invalid domain
rate_limited keep 550 5.1.1 <ada@far.example> - 192.0.2.1 has sent to too many recipients this hour. IB607 <http://x.co/rlbounce>

# Old mail systems; comments in public bounce handlers, held back as well
disabled_mailbox suppress 553 user is inactive (eyou mta)
disabled_mailbox suppress 550 <ada@far.example>: Recipient address rejected: Account closed due to inactivity. No forwarding information is available.
policy keep 553 VS10-RT Possible forgery or deactivated due to abuse (#5.1.1) 192.0.2.1
relay_denied keep 500 Unauthorized relay msg rejected
mailbox_full keep 552 recipient storage full, try again later
mailbox_full keep 552 Account(s) <ada@far.example> does not have enough space
unknown_mailbox suppress 550 sorry, that recipient doesn't exist (#5.7.1)
authentication keep 554 Connection refused(mx). MAIL FROM [news@acme.test] mismatches client IP [192.0.2.1].
unknown_mailbox suppress 550 Command RCPT User <ada@far.example> not OK
disabled_mailbox suppress 550 <ada> is now disabled with MTA service.
unknown_mailbox suppress 550 I'm sorry but ada@far.example does not have an account here. I will not
blocked keep 550 Access from ip address 192.0.2.1 blocked. Visit
unknown_mailbox keep 550 5.7.1 Requested action not taken: mailbox not available
mailbox_full keep 552 5.2.2 This message is larger than the current system limit or the recipient's mailbox is full. Create a shorter message body or remove attachments and try sending it again.
unknown_mailbox suppress 553 5.3.0 <ada@far.example>... Addressee unknown, relay=[192.0.2.1]
unknown_mailbox suppress 550 User not a member of domain: <ada@far.example>
relay_denied keep 550 not local host far.example, not a gateway
content keep 550 sorry, it seems as a junk mail
content keep 552 MessageWall: MIME/REJECT: Invalid structure
disabled_mailbox suppress 550 <ada@far.example>: User status is locked.
unknown_mailbox suppress 554 Usuário Inválido ou Inexistente. Sorry, no mailbox here by that name. (#5.2.1) <ada@ig.com.br>

# Many receivers; SMTP Field Manual, held back as well
unknown_mailbox suppress 501 5.1.3 Invalid address [outlook.com]
disabled_mailbox suppress 540 5.7.1 <ada@rambler.ru>: recipient address rejected: Inactive
unknown_mailbox suppress 550 5.4.1 All recipient addresses rejected : Access denied [#.eop-nam02.prod.protection.outlook.com]
blocked keep 550 5.7.1 Service unavailable, MailFrom domain is listed in Spamhaus. To request removal from this list see https://www.spamhaus.org/query/lookup/ (S8002) [#.eop-nam02.prod.protection.outlook.com]
unknown_mailbox suppress 550 5.1.1 <ada@comcast.net> recipient mailbox unallocated
disabled_mailbox keep 550 5.7.1 Policy rejection on the target address
unknown_mailbox suppress 550 5.2.1 <ada@prodigy.net>... Addressee unknown, relay=[192.0.2.1]
unknown_mailbox suppress 550 5.1.1 Email address could not be found, or was misspelled (G8)
content keep 550 5.7.1 Rejected by spam filter (in reply to end of DATA command)
policy keep 550 Envelope blocked - User Entry - https://community.mimecast.com/docs/DOC-1369#550 [#]
authentication keep 550 DMARC Sender Invalid - envelope rejected - https://community.mimecast.com/docs/DOC-1369#550 [#]
policy keep 550 5.5.2 <news@acme.test>: Sender address rejected: need fully-qualified address (in reply to RCPT TO command)
unknown_mailbox suppress 550 cuda_nsu 5.1.1 <ada@far.example>... User unknown
policy keep 550 rejecting spoofed message
policy keep 550 5.7.1 <ada@far.example>: Recipient address rejected: ERS-Customized-Block.
other keep 551 5.7.1 Loop detected: Email is sent and forwarded from/to improvmx.com. (#id-5.9.0)
bad_domain keep 551 5.7.1 Domain not found (#id-5.9.2)
unknown_mailbox suppress 553 5.1.2 The recipient address <ada@far.example> is not a valid RFC-5321 address. - gsmtp
relay_denied keep 553 failed,5.1.1 (bad destination mailbox address),smtp;553 Relaying disallowed,mx.zoho.com
policy keep 554 5.2.3 MailPolicy violation Error delivering to mailboxes,mx.zoho.com
bad_domain keep 554 5.7.1 <ada@far.example>: Recipient address rejected: NO-DOMAIN.
unknown_mailbox suppress 554 5.7.1 <ada@far.example>: Recipient address rejected: Not in recipient list
content keep 554 Message not allowed - Headers are not RFC compliant[291]
content keep 554 rejected due to spam URL in content
mailbox_full keep 552 5.1.1 <ada@comcast.net> recipient rejected - extended quota violation
`

const temporary = `
# Gmail; Google Workspace help, SMTP errors
pace 421 4.7.28 Gmail has detected an unusual rate of mail originating from your IP address 192.0.2.1. To protect our users from spam, mail has been temporarily rate limited.
pace 421 4.7.0 This message is suspicious due to the very low reputation of the sending IP address. To protect our users from spam, mail sent from your IP address has been temporarily rate limited.
pace 421 4.7.0 Try again later, closing connection.
message 421 4.7.26 This mail has been rate limited because it is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM.
message 450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.
message 452 4.2.2 The recipient's inbox is out of storage space. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaTemp
pace 450 4.2.1 Peak SMTP relay limit exceeded for customer. This is a temporary error.
destination 421 4.7.0 Connection expired, try reconnecting.

# Microsoft; Microsoft NDR codes
pace 451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77719) (AS761)
pace 451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. For e-mail delivery information, see https://postmaster.live.com (S3113)
pace 421 RP-001 (BAY004-MC1F13) Unfortunately, some messages from 192.0.2.1 weren't sent. Please try again. We have limits for how many messages can be sent per hour and per day.
pace 451 4.7.550 Access denied, please try again later
message 432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded
message 452 4.5.3 Too many recipients

# Yahoo and AOL; Yahoo sender hub, SMTP error codes
pace 421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes
pace 421 4.7.1 [TS03] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.
pace 421 Max message per connection reached, closing transmission channel
message 451 Message temporarily deferred due to unresolvable RFC.5321 from domain. See https://senders.yahooinc.com/error-codes#unresolvable-from-domain
pace 421 4.7.1 : (DYN:T1) https://postmaster.aol.com/error-codes#421dynt1

# Others; their postmaster pages
pace 421 mwinf5c63 ME Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR005_104 [104]
pace 421 mwinf5c77 ME Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR_999 [999]
pace 421 4.7.1 Messages to ada@icloud.com deferred due to excessive volume. Try again later - https://support.apple.com/en-us/HT204137
pace 450 4.7.1 SFR_IN_105 Service refused due to bad behavior
pace 421 gmx.net (mxgmx016) Nemesis ESMTP Service not available - Too many connections from your IP
pace 450 Requested mail action not taken: mailbox unavailable Mail send limit exceeded
pace 421 4.7.0 mx.far.example Error: too many connections from 192.0.2.1
pace 452 4.3.2 Connection rate limit exceeded.
pace 421 Connection refused, too many sessions from This IP. Lower the number of concurrent sessions. IB007
pace 454 4.7.1 Service unavailable; Client host [192.0.2.1] blocked using dnsbl.sorbs.net
pace 451 4.7.1 Throttled
pace 421 Too many concurrent SMTP connections; please try again later.
pace 450 4.7.1 <ada@far.example>: Recipient address rejected: Rate limit reached. Please try again later.
pace 421 4.3.2 The maximum number of concurrent connections per resource forest has exceeded a limit, closing transmission channel. far.example. PRX8 [far.example]
message 421 4.1.1 <ada@far.example>: Recipient address rejected: unverified address: Address verification in progress
message 450 4.2.1 The recipient has exceeded message rate limit. Try again later.
message 421 4.7.0 [192.0.2.1] Our system has detected that this message is suspicious due to the nature of the content and/or the links within.
message 451 4.7.0 Temporary server error. Please try again later. PRX6 NextHop: outlook.com [outlook.com]
message 451 4.7.1 Sorry, the service is currently unavailable. Please come back later.
pace 451 4.7.651 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. For e-mail delivery information, see https://postmaster.live.com (S3114)

# Greylisting; postgrey, milter-greylist, Postfix, Exim
message 450 4.2.0 <ada@far.example>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/far.example.html
message 451 4.7.1 Greylisting in action, please come back in 00:05:00
message 451 Greylisted, please try again in 180 seconds
message 450 4.7.1 Client host rejected: Greylisting in action, please try later
message 421 4.7.1 Service unavailable; Client host [192.0.2.1] blocked using grey.rbl - Greylisting in action, please try again later
message 451 4.7.1 Please try again later
message 450 4.2.0 Try again later

# Trouble of their own; RFC 5321, Postfix
destination 421 4.3.2 Service shutting down
destination 421 far.example Service not available, closing transmission channel
destination 421 4.4.2 mx.far.example Error: timeout exceeded
message 451 4.3.0 Error: queue file write error
message 452 4.3.1 Insufficient system storage
message 450 4.1.8 <news@acme.test>: Sender address rejected: Domain not found
message 451 4.4.3 Temporary server error. Please try again later ATTR18
message 450 4.1.1 <ada@far.example>: Recipient address rejected: unverified address: connect to mail.far.example: Connection refused
message 452 4.2.2 Over quota
`

type Heading = { provider: string; source: string }

/** Each line with its heading. */
function linesOf(table: string): (Heading & { line: string })[] {
  let heading: Heading = { provider: '', source: '' }
  return table.split('\n').flatMap(line => {
    const [, provider = '', source = ''] = /^# ([^;]+); (.+)$/.exec(line) ?? []
    if (provider) heading = { provider, source }
    return line === '' || provider ? [] : [{ ...heading, line }]
  })
}

const replyOf = (text: string) => ({ code: Number(text.slice(0, 3)), text })

export const finalReplies = linesOf(final).map(({ line, ...heading }) => {
  const [, bounce = '', suppress, text = ''] = /^(\w+) (suppress|keep) (.+)$/.exec(line) ?? []
  // `as`: the test checks that the class exists.
  return { ...heading, bounce: bounce as BounceClass, suppress: suppress === 'suppress', reply: replyOf(text) }
})

export const temporaryReplies = linesOf(temporary).map(({ line, ...heading }) => {
  const [, because = '', text = ''] = /^(\w+) (.+)$/.exec(line) ?? []
  return { ...heading, because, reply: replyOf(text) }
})
