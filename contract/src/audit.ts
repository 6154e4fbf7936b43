/**
 * Actions in the audit log: changes by people, keys and the operator. The text follows the name of the actor; {name} is the name of
 * the changed object.
 */
export const auditActions = {
  'key.created': 'created the API key {name}',
  'key.renamed': 'renamed the API key {name}',
  'key.revoked': 'revoked the API key {name}',
  'invitation.created': 'invited {name}',
  'invitation.revoked': 'revoked the invitation of {name}',
  'member.joined': 'joined the organization',
  'member.role_changed': 'changed the role of {name}',
  'member.removed': 'removed {name} from the organization',
  'member.left': 'left the organization',
  'person.signed_in': 'signed in',
  'person.sign_in_failed': 'failed to sign in',
  'person.signed_out_everywhere': 'signed out everywhere',
  'person.renamed': 'changed their name',
  'person.password_changed': 'changed their password',
  'person.two_step_enabled': 'turned on two-factor authentication',
  'person.two_step_disabled': 'turned off two-factor authentication',
  'person.backup_codes_renewed': 'created new backup codes',
  'person.connected': 'connected their account with the sign-in provider',
  'person.reset': 'gave {name} a new password',
  'person.sign_in_link_made': 'created a link that signs {name} in',
  'organization.created': 'created the organization {name}',
  'organization.claimed': 'became the first owner of {name}',
  'organization.updated': 'changed the organization {name}',
  'alerts.updated': 'changed the alert settings',
  'branding.updated': 'changed the branding of public pages',
  'broadcast_rules.updated': 'changed the rules for broadcasts',
  'broadcasts.resumed': 'resumed the broadcasts of {name}',
  'credits.added': 'added credits',
  'domain.added': 'added the domain {name}',
  'domain.updated': 'changed the domain {name}',
  'domain.keys_rotated': 'created new DKIM keys for {name}',
  'domain.removed': 'removed the domain {name}',
  'number.added': 'added the number {name}',
  'number.removed': 'removed the number {name}',
  'quiet_hours.updated': 'changed the quiet hours for text messages',
  'sending_plan.saved': 'changed the transport of live {name}',
  'sending_plan.removed': 'removed the transport of live {name}',
  'retention.updated': 'changed how long data is kept',
  'webhook.created': 'created the webhook {name}',
  'webhook.updated': 'changed the webhook {name}',
  'webhook.secret_rotated': 'replaced the secret of the webhook {name}',
  'webhook.deleted': 'deleted the webhook {name}',
  'template.created': 'created the template {name}',
  'template.updated': 'changed the template {name}',
  'template.version_restored': 'restored an older version of the template {name}',
  'template.deleted': 'deleted the template {name}',
  'workflow.created': 'created the workflow {name}',
  'workflow.updated': 'changed the workflow {name}',
  'workflow.run_stopped': 'stopped a run of the workflow {name}',
  'workflow.deleted': 'deleted the workflow {name}',
  'broadcast.created': 'created the broadcast {name}',
  'broadcast.updated': 'changed the broadcast {name}',
  'broadcast.sent': 'sent or scheduled the broadcast {name}',
  'broadcast.paused': 'paused the broadcast {name}',
  'broadcast.resumed': 'resumed the broadcast {name}',
  'broadcast.canceled': 'canceled the broadcast {name}',
  'broadcast.deleted': 'deleted the broadcast {name}',
  'topic.created': 'created the topic {name}',
  'topic.updated': 'changed the topic {name}',
  'topic.deleted': 'deleted the topic {name}',
  'contact_field.created': 'declared the contact field {name}',
  'contact_field.updated': 'changed the contact field {name}',
  'contact_field.deleted': 'deleted the contact field {name}',
  'segment.created': 'created the segment {name}',
  'segment.updated': 'changed the segment {name}',
  'segment.deleted': 'deleted the segment {name}',
  'signup_form.created': 'created the signup form {name}',
  'signup_form.updated': 'changed the signup form {name}',
  'signup_form.deleted': 'deleted the signup form {name}',
  'contact.deleted': 'deleted a contact',
  'contact.erased': 'erased everything about a person',
  'suppression.deleted': 'took {name} off the suppression list',
  'email.deleted': 'deleted an email',
} as const

export type AuditAction = keyof typeof auditActions

type ObjectOf<Action> = Action extends `${infer Type}.${string}` ? Type : never
export type AuditedObject = ObjectOf<AuditAction>

// `as`: the keys of an object literal.
export const auditActionNames = Object.keys(auditActions) as AuditAction[]

// `as`: the part before the dot, by the type above.
export const objectOf = (action: AuditAction): AuditedObject => action.split('.', 1)[0] as AuditedObject

export const auditedObjects = [...new Set(auditActionNames.map(objectOf))]

/** The audit log entry of an operation that is not a GET, or the reason why it has none. */
export type Audit = AuditAction | { never: string }
