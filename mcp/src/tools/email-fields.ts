/** The fields of an email, without those that agents should not set: files, headers and tracking. */
export const emailFields = [
  ...['from', 'from_name', 'to', 'cc', 'bcc', 'reply_to', 'subject', 'html', 'text'],
  ...['template_id', 'template_friendly_name', 'variables', 'tags', 'scheduled_for', 'message_stream', 'topic_id'],
]
