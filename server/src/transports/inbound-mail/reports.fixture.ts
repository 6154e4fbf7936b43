/** Reports in the formats of real mail systems. The texts are made up, the structure is real. */

const lines = (...all: readonly string[]): Buffer => Buffer.from(`${all.join('\r\n')}\r\n`)

const returnedHeaders = [
  'Return-Path: <b-0@bounces.acme.test>',
  'From: shop@acme.test',
  'To: ada@far.example',
  'Subject: 550 5.1.1 is no status of this report',
  'Message-ID: <01900000-0000-7000-8000-000000000001@acme.test>',
]

export const postfix = lines(
  'Received: by mx.relay.example (Postfix) id 4XyZ; Tue, 3 Feb 2026 10:00:00 +0000 (UTC)',
  'Date: Tue, 3 Feb 2026 10:00:00 +0000 (UTC)',
  'From: MAILER-DAEMON@mx.relay.example (Mail Delivery System)',
  'Subject: Undelivered Mail Returned to Sender',
  'To: b-0@bounces.acme.test',
  'Auto-Submitted: auto-replied',
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; report-type=delivery-status;',
  '\tboundary="4XyZ.1/mx.relay.example"',
  '',
  'This is a MIME-encapsulated message.',
  '',
  '--4XyZ.1/mx.relay.example',
  'Content-Description: Notification',
  'Content-Type: text/plain; charset=us-ascii',
  '',
  'The mail system at host mx.relay.example could not deliver your message.',
  '',
  '--4XyZ.1/mx.relay.example',
  'Content-Description: Delivery report',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.relay.example',
  'X-Postfix-Queue-ID: 4XyZ',
  'X-Postfix-Sender: rfc822; b-0@bounces.acme.test',
  'Arrival-Date: Tue,  3 Feb 2026 09:59:58 +0000 (UTC)',
  '',
  'Final-Recipient: rfc822; ada@far.example',
  'Original-Recipient: rfc822;ada@far.example',
  'Action: failed',
  'Status: 5.1.1',
  'Remote-MTA: dns; mx.far.example',
  'Diagnostic-Code: smtp; 550 5.1.1 <ada@far.example>: Recipient address rejected:',
  '    User unknown in virtual mailbox table',
  '',
  '--4XyZ.1/mx.relay.example',
  'Content-Description: Undelivered Message Headers',
  'Content-Type: text/rfc822-headers',
  '',
  ...returnedHeaders,
  '',
  '--4XyZ.1/mx.relay.example--',
)

export const postfixDelay = Buffer.from(
  postfix
    .toString()
    .replace('Action: failed', 'Action: delayed')
    .replace('Status: 5.1.1', 'Status: 4.4.1')
    .replace(/smtp; 550.*virtual mailbox table/s, 'smtp; connect to mx.far.example: Connection timed out'),
)

export const postfixSuccess = Buffer.from(
  postfix
    .toString()
    .replace('Action: failed', 'Action: delivered')
    .replace('Status: 5.1.1', 'Status: 2.0.0')
    .replace(/smtp; 550.*virtual mailbox table/s, 'smtp; 250 2.0.0 Ok: queued as 9ABC'),
)

/** Exim writes the action before the recipient, and no enhanced code when the remote server gave none. */
export const exim = lines(
  'X-Failed-Recipients: ada@far.example',
  'Auto-Submitted: auto-replied',
  'From: Mail Delivery System <Mailer-Daemon@exim.example>',
  'To: b-0@bounces.acme.test',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=1700000000-eximdsn-42',
  'MIME-Version: 1.0',
  'Subject: Mail delivery failed: returning message to sender',
  '',
  '--1700000000-eximdsn-42',
  'Content-type: text/plain; charset=us-ascii',
  '',
  'This message was created by the mail server on its own.',
  '',
  '  ada@far.example',
  '    host mx.far.example [192.0.2.10]',
  '    SMTP error from remote mail server after RCPT TO:<ada@far.example>:',
  '    550 no such user here',
  '',
  '--1700000000-eximdsn-42',
  'Content-type: message/delivery-status',
  '',
  'Reporting-MTA: dns; exim.example',
  '',
  'Action: failed',
  'Final-Recipient: rfc822;ada@far.example',
  'Status: 5.0.0',
  'Remote-MTA: dns; mx.far.example',
  'Diagnostic-Code: smtp; 550 no such user here',
  '',
  '--1700000000-eximdsn-42',
  'Content-type: message/rfc822',
  '',
  ...returnedHeaders,
  '',
  'Hello.',
  '--1700000000-eximdsn-42--',
)

/** Sendmail adds a comment to the recipient's block and repeats the last attempt. */
export const sendmail = lines(
  'Return-Path: <>',
  'From: Mail Delivery Subsystem <MAILER-DAEMON@sendmail.example>',
  'To: <b-0@bounces.acme.test>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; report-type=delivery-status;',
  '\tboundary="x13A0b1.1700000000/sendmail.example"',
  'Subject: Returned mail: see transcript for details',
  'Auto-Submitted: auto-generated (failure)',
  '',
  '--x13A0b1.1700000000/sendmail.example',
  '',
  '   ----- Transcript of session follows -----',
  '... while talking to mx.far.example.:',
  '',
  '--x13A0b1.1700000000/sendmail.example',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; sendmail.example',
  'Received-From-MTA: DNS; out.acme.test',
  '',
  'Final-Recipient: RFC822; ada@far.example',
  'Action: failed (mailbox is full)',
  'Status: 5.2.2',
  'Diagnostic-Code: SMTP; 552 5.2.2 Mailbox is full',
  'Last-Attempt-Date: Tue, 3 Feb 2026 10:00:00 GMT',
  '',
  '--x13A0b1.1700000000/sendmail.example--',
)

/** Exchange Online: an HTML body, a base64 status part, and its own words for an unknown recipient. */
export const exchange = lines(
  'From: <postmaster@tenant.example>',
  'To: <b-0@bounces.acme.test>',
  'MIME-Version: 1.0',
  'X-MS-Exchange-Message-Is-Ndr:',
  'Content-Type: multipart/report; report-type=delivery-status;',
  '\tboundary="f8c1d2d5-0000-4000-8000-000000000000"',
  'Content-Language: en-US',
  'Subject: Undeliverable: Your order',
  'Auto-Submitted: auto-replied',
  '',
  '--f8c1d2d5-0000-4000-8000-000000000000',
  'Content-Type: multipart/alternative; differences=Content-Type;',
  '\tboundary="a7b1"',
  '',
  '--a7b1',
  'Content-Type: text/html; charset="utf-8"',
  '',
  '<p>ada was not found at far.example.</p>',
  '--a7b1--',
  '',
  '--f8c1d2d5-0000-4000-8000-000000000000',
  'Content-Type: message/delivery-status',
  'Content-Transfer-Encoding: base64',
  '',
  ...Buffer.from(
    [
      'Reporting-MTA: dns;AM0PR00.prod.outlook.example',
      'Received-From-MTA: dns;out.acme.test',
      'Arrival-Date: Tue, 3 Feb 2026 10:00:00 +0000',
      '',
      'Final-Recipient: rfc822;ada@far.example',
      'Action: failed',
      'Status: 5.1.10',
      'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      '',
    ].join('\r\n'),
  )
    .toString('base64')
    .replace(/.{76}/g, '$&\n')
    .split('\n'),
  '',
  '--f8c1d2d5-0000-4000-8000-000000000000--',
)

/** Gmail: several lines of diagnosis, each with the code, and related images before the status. */
export const gmail = lines(
  'From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
  'To: b-0@bounces.acme.test',
  'Auto-Submitted: auto-replied',
  'Subject: Delivery Status Notification (Failure)',
  'X-Failed-Recipients: ada@far.example',
  'Content-Type: multipart/report; boundary="000000000000aa"; report-type=delivery-status',
  '',
  '--000000000000aa',
  'Content-Type: multipart/related; boundary="000000000000bb"',
  '',
  '--000000000000bb',
  'Content-Type: multipart/alternative; boundary="000000000000cc"',
  '',
  '--000000000000cc',
  'Content-Type: text/plain; charset="UTF-8"',
  '',
  '** Address not found **',
  '',
  '--000000000000cc--',
  '--000000000000bb',
  'Content-Type: image/png; name="icon.png"',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgo=',
  '--000000000000bb--',
  '--000000000000aa',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; googlemail.example',
  'Arrival-Date: Tue, 03 Feb 2026 02:00:00 -0800 (PST)',
  'X-Original-Message-ID: <01900000-0000-7000-8000-000000000001@acme.test>',
  '',
  'Final-Recipient: rfc822; ada@far.example',
  'Action: failed',
  'Status: 5.1.1',
  'Remote-MTA: dns; mx.far.example. (192.0.2.10, the server for the domain far.example.)',
  'Diagnostic-Code: smtp; 550-5.1.1 The account that you tried to reach is not there. Please look',
  ' 550-5.1.1 at the address once more',
  ' 550 5.1.1 or ask. 8si-42 - gsmtp',
  'Last-Attempt-Date: Tue, 03 Feb 2026 02:00:00 -0800 (PST)',
  '',
  '--000000000000aa--',
)

/** PowerMTA: its own bounce category, and several recipients in one report. */
export const powerMta = lines(
  'From: <mailer-daemon@pmta.example>',
  'To: b-0@bounces.acme.test',
  'Subject: Delivery report',
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; report-type=delivery-status;boundary="report6042"',
  '',
  '--report6042',
  'Content-Type: text/plain',
  '',
  'The following addresses have failed.',
  '',
  '--report6042',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns;pmta.example',
  'X-PowerMTA-VirtualMTA: main',
  '',
  'Original-Recipient: rfc822;ada@far.example',
  'Final-Recipient: rfc822;ada@far.example',
  'Action: failed',
  'Status: 5.7.1 (delivery not authorized)',
  'Diagnostic-Code: smtp;550 5.7.1 Message rejected because of its reputation, user unknown or not',
  'X-PowerMTA-BounceCategory: spam-related',
  '',
  'Original-Recipient: rfc822;bob@far.example',
  'Final-Recipient: rfc822;bob@far.example',
  'Action: relayed',
  'Status: 2.0.0',
  '',
  'Original-Recipient: rfc822;eve@far.example',
  'Final-Recipient: rfc822;eve@elsewhere.example',
  'Action: failed',
  'Status: 4.4.7 (expired)',
  '',
  '--report6042--',
)

/** RFC 6533, for addresses beyond ASCII. */
export const international = Buffer.from(
  postfix
    .toString()
    .replace('Content-Type: message/delivery-status', 'Content-Type: message/global-delivery-status')
    .replaceAll('rfc822; ada@', 'utf-8; ädä@'),
)

export const abuse = lines(
  'From: <complaints@isp.example>',
  'To: <b-0@bounces.acme.test>',
  'Subject: FW: Your order',
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d.2e68ed54"',
  '',
  '--part1_13d.2e68ed54',
  'Content-Type: text/plain; charset="US-ASCII"',
  '',
  'One of our members has marked this message as spam.',
  '',
  '--part1_13d.2e68ed54',
  'Content-Type: message/feedback-report',
  '',
  'Feedback-Type: abuse',
  'User-Agent: SomeGenerator/1.0',
  'Version: 1',
  'Original-Mail-From: <b-0@bounces.acme.test>',
  'Original-Rcpt-To: <ada@far.example>',
  'Arrival-Date: Tue, 3 Feb 2026 10:00:00 +0000',
  'Source-IP: 192.0.2.1',
  '',
  '--part1_13d.2e68ed54',
  'Content-Type: message/rfc822',
  'Content-Disposition: inline',
  '',
  ...returnedHeaders,
  '',
  'Hello.',
  '--part1_13d.2e68ed54--',
)

/** Microsoft's feedback loop (JMRP), in the format from before RFC 5965, which some senders still get. */
export const forwardedComplaint = lines(
  'From: <staff@hotmail.com>',
  'To: <fbl@bounces.acme.test>',
  'Subject: complaint about message from 192.0.2.1',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="a1b2"',
  '',
  '--a1b2',
  'Content-Type: message/rfc822',
  'Content-Disposition: inline',
  '',
  'X-HmXmrOriginalRecipient: <ada@far.example>',
  ...returnedHeaders,
  '',
  'Hello.',
  '--a1b2--',
)

export const notSpam = Buffer.from(abuse.toString().replace('Feedback-Type: abuse', 'Feedback-Type: not-spam'))

export const qmail = lines(
  'Date: 3 Feb 2026 10:00:00 -0000',
  'From: MAILER-DAEMON@qmail.example',
  'To: b-0@bounces.acme.test',
  'Subject: failure notice',
  '',
  'Hi. This is the program that sends mail at qmail.example.',
  'I was unable to deliver your message to the addresses below.',
  '',
  '<ada@far.example>:',
  'Sorry, there is no mailbox here by that name. (#5.1.1)',
  '',
  '--- Below this line is a copy of the message.',
  '',
  ...returnedHeaders,
)

export const eximPlain = lines(
  'X-Failed-Recipients: ada@far.example',
  'Auto-Submitted: auto-replied',
  'From: Mail Delivery System <Mailer-Daemon@old-exim.example>',
  'To: b-0@bounces.acme.test',
  'Subject: Mail delivery failed: returning message to sender',
  '',
  'A message that you sent could not be delivered to one of its recipients. This is a permanent error:',
  '',
  '  ada@far.example',
  '    SMTP error from remote mail server after RCPT TO:<ada@far.example>:',
  '    host mx.far.example [5.1.1.25]: 550 5.1.1 <ada@far.example>:',
  '    Recipient unknown',
  '',
  '------ This is a copy of the message, including all the headers. ------',
  '',
  ...returnedHeaders,
)

export const exchangePlain = lines(
  'From: System Administrator <postmaster@old-exchange.example>',
  'To: b-0@bounces.acme.test',
  'Subject: Undeliverable: Your order',
  'Content-Type: text/html; charset="utf-8"',
  '',
  '<html><body><p>Your message did not reach some of its recipients.</p>',
  '<p>ada@far.example</p><p>#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##</p></body></html>',
)

export const eximWarning = lines(
  'Auto-Submitted: auto-replied',
  'From: Mail Delivery System <Mailer-Daemon@old-exim.example>',
  'To: b-0@bounces.acme.test',
  'Subject: Warning: message delayed 24 hours',
  '',
  'A message that you sent has not yet been delivered. It could not be delivered so far:',
  '',
  '  ada@far.example',
  '    host mx.far.example [192.0.2.10]: 550 5.1.1 looks like an error, but is being retried',
)

export const outOfOffice = lines(
  'From: Ada <ada@far.example>',
  'To: b-0@bounces.acme.test',
  'Subject: Out of office: Your order',
  'Auto-Submitted: auto-replied',
  '',
  'I am away; mail to my old address could not be delivered and says 550 5.1.1.',
)

/** Written by a person, though no header says so. */
export const answerOfAPerson = lines(
  'From: Ada <ada@far.example>',
  'To: b-0@bounces.acme.test',
  'Subject: Re: Your order',
  '',
  'You wrote that it could not be delivered, 550 5.1.1?',
)

export const readReceipt = lines(
  'From: Ada <ada@far.example>',
  'To: b-0@bounces.acme.test',
  'Content-Type: multipart/report; report-type=disposition-notification; boundary=mdn',
  '',
  '--mdn',
  'Content-Type: message/disposition-notification',
  '',
  'Final-Recipient: rfc822; ada@far.example',
  'Disposition: manual-action/MDN-sent-manually; displayed',
  '',
  '--mdn--',
)
