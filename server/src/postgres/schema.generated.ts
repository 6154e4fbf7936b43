// Generated from the migrations by `npm run generate`. Do not edit.
import type { ColumnType, JSONColumnType } from 'kysely'

/** The database fills it in when an insert leaves it out. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Timestamp = ColumnType<Date, Date, Date>
type Json = JSONColumnType<object>

export type Schema = {
  alert_messages: {
    environment_id: string
    id: string
    is_test: boolean
    person_id: string | null
    subject: string
    body: string
    state: Generated<string>
    detail: string | null
    created_at: Timestamp
  }
  alert_settings: {
    environment_id: string
    rules: Json
    mail_to: Generated<string[]>
    slack: Buffer | null
    slack_hint: string | null
    updated_at: Generated<Timestamp>
  }
  alerts: {
    environment_id: string
    id: string
    kind: string
    subject: string
    title: string
    detail: string
    link: string
    since: Timestamp
    seen_at: Timestamp
    told_at: Timestamp
    resolved_at: Timestamp | null
  }
  api_keys: {
    id: string
    environment_id: string
    name: string
    key_hash: Buffer
    hint: string
    permissions: string[]
    created_at: Generated<Timestamp>
    revoked_at: Timestamp | null
    last_used_at: Timestamp | null
  }
  audit_log: {
    organization_id: string
    id: string
    environment_id: string | null
    action: string
    object_type: string
    object_id: string | null
    object_name: string | null
    changes: Json
    actor_type: string
    actor_id: string | null
    actor_name: string | null
    actor_detail: string | null
    via: string
    address: string | null
    user_agent: string | null
    request_id: string | null
  }
  branding: {
    organization_id: string
    name: string | null
    color: string | null
    website: string | null
    unsubscribe_words: string | null
    confirmation_words: string | null
    logo: Buffer | null
    logo_hash: string | null
    logo_type: string | null
    logo_width: number | null
    logo_height: number | null
    updated_at: Generated<Timestamp>
  }
  broadcast_contents: {
    environment_id: string
    broadcast_id: string
    variant: string
    subject: string
    html: string | null
    text: string | null
    uses: string[]
    variables: Json
    template_id: string | null
  }
  broadcast_pauses: {
    environment_id: string
    domain: string
    id: string
    reason: string
    paused_at: Timestamp
    resumed_at: Timestamp | null
  }
  broadcast_stats: {
    environment_id: string
    broadcast_id: string
    variant: string
    messages: Generated<number>
    handled: Generated<number>
    sent: Generated<number>
    delivered: Generated<number>
    bounced: Generated<number>
    complained: Generated<number>
    failed: Generated<number>
    suppressed: Generated<number>
    canceled: Generated<number>
    opened: Generated<number>
    opened_by_people: Generated<number>
    clicked: Generated<number>
    clicked_by_people: Generated<number>
    unsubscribed: Generated<number>
    millicredits: Generated<string>
    summed: Generated<boolean>
  }
  broadcasts: {
    environment_id: string
    id: string
    organization_id: string
    name: string
    channel: string
    state: string
    settings: Json
    scheduled_for: Timestamp | null
    local_time: string | null
    timezone: string | null
    timezone_field: string | null
    phase: Generated<string>
    until_id: string | null
    after_id: string | null
    audience_size: number | null
    made: Generated<number>
    decides_at: Timestamp | null
    winner: string | null
    paused_because: string | null
    paused_at: Timestamp | null
    started_at: Timestamp | null
    completed_at: Timestamp | null
    created_at: Timestamp
    updated_at: Timestamp
    due_at: Timestamp | null
    priority: Generated<number>
    held_by: string | null
    token: Generated<number>
    crashes: Generated<number>
  }
  confirmations: {
    environment_id: string
    id: string
    contact_id: string
    topic_ids: string[]
    state: string
    step: string
    due_at: Timestamp
    mails: number
    mailed_at: Timestamp | null
    expires_at: Timestamp
    source_id: string | null
    wording: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  consent_entries: {
    environment_id: string
    subject: Buffer
    nth: number
    id: string
    channel: string
    scope: string
    topic_id: string | null
    action: string
    method: string
    source_id: string | null
    wording: string | null
    ip_hash: Buffer | null
    ip: string | null
    ip_salt: Buffer | null
    created_at: Timestamp
    previous_hash: Buffer | null
    hash: Buffer
  }
  contact_blocks: {
    environment_id: string
    last_id: string
    after_id: string
    ids: Buffer
  }
  contact_events: {
    environment_id: string
    name: string
    contact_id: string
    id: string
    email_id: string | null
  }
  contact_fields: {
    environment_id: string
    id: string
    key: string
    type: string
    fallback: Json | null
    created_at: Timestamp
    updated_at: Timestamp
    deleted_at: Timestamp | null
  }
  contact_import_files: {
    environment_id: string
    import_id: string
    packed: Buffer
  }
  contact_imports: {
    environment_id: string
    id: string
    status: Generated<string>
    plan: Json
    asked_by: Json
    rows_read: Generated<number>
    created: Generated<number>
    updated: Generated<number>
    unchanged: Generated<number>
    refused: Generated<number>
    refusals: Generated<Json>
    error: string | null
    created_at: Timestamp
    finished_at: Timestamp | null
  }
  contact_values: {
    environment_id: string
    field_id: string
    contact_id: string
    value: string
  }
  contacts: {
    environment_id: string
    id: string
    email: string | null
    phone_number: string | null
    first_name: string | null
    last_name: string | null
    email_subscribed: boolean
    sms_subscribed: boolean
    created_at: Timestamp
    updated_at: Timestamp
    properties: Json | null
    source: string | null
  }
  credentials: {
    id: string
    person_id: string
    provider_id: string
    account_id: string
    password: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  credit_accounts: {
    organization_id: string
    granted: string
    added: string
    granted_month: Timestamp
    email_consumed: Generated<string>
    sms_consumed: Generated<string>
    hour_start: Timestamp
    hour_sent: Generated<number>
    day_start: Timestamp
    day_sent: Generated<number>
    month_start: Timestamp
    month_sent: Generated<number>
    month_consumed: Generated<string>
    total_granted: string | null
  }
  credit_entries: {
    organization_id: string
    subject_id: string
    kind: string
    credits: string
    note: string | null
    created_at: Timestamp
  }
  credit_months: {
    organization_id: string
    month: Timestamp
    from_added: string
  }
  deleted_templates: {
    environment_id: string
    id: string
    friendly_name: string
    deleted_at: Generated<Timestamp>
  }
  deliveries: {
    environment_id: string
    email_id: string
    nth: number
    address: string
    state: string
    attempts: Generated<number>
    held_by: string | null
    token: Generated<number>
    dot: Generated<boolean>
    doubts: Generated<number>
    crashes: Generated<number>
    due_at: Timestamp | null
    give_up_at: Timestamp
    last_reply: string | null
    failures: Generated<number>
    priority: Generated<number>
    waits_for: string | null
    trace: string | null
  }
  destination_counts: {
    name: string
    unit: string
    starts_at: Timestamp
    count: number
  }
  destinations: {
    name: string
    connections: number | null
    failing_since: Timestamp | null
    failures: Generated<number>
    last_reply: string | null
    changed_at: Generated<Timestamp>
    capped_until: Timestamp | null
    cap: string | null
  }
  domain_reports: {
    organization_id: string
    domain_id: string
    kind: string
    reporter: string
    report_id: string
    begins_at: Timestamp
    ends_at: Timestamp
    total: string
    received_at: Timestamp
  }
  domain_sources: {
    organization_id: string
    domain_id: string
    day: Timestamp
    address: string
    proven_domain: string
    dkim: boolean
    spf: boolean
    disposition: string
    messages: string
  }
  domain_tls_results: {
    organization_id: string
    domain_id: string
    day: Timestamp
    policy: string
    result: string
    sessions: string
  }
  domains: {
    organization_id: string
    id: string
    name: string
    selector: string
    rsa_private_key: string | null
    ed25519_private_key: string | null
    verified_at: Timestamp | null
    return_path_verified_at: Timestamp | null
    checked_at: Timestamp | null
    created_at: Timestamp
    tracking_host: string | null
    rsa_public_key: string | null
    ed25519_public_key: string | null
    sealed_rsa_key: Buffer | null
    sealed_ed25519_key: Buffer | null
    dkim_missing_since: Timestamp | null
    return_path_missing_since: Timestamp | null
    failed_at: Timestamp | null
    next_check_at: Timestamp | null
    next_selector: string | null
    next_rsa_public_key: string | null
    next_ed25519_public_key: string | null
    next_sealed_rsa_key: Buffer | null
    next_sealed_ed25519_key: Buffer | null
    old_selector: string | null
    replaced_at: Timestamp | null
    require_tls: Generated<boolean>
  }
  email_attachments: {
    environment_id: string
    email_id: string
    nth: number
    filename: string
    type: string
    content_id: string | null
    inline: boolean
    content: Buffer
  }
  email_blocks: {
    environment_id: string
    last_id: string
    after_id: string
    ids: Buffer
  }
  email_bodies: {
    environment_id: string
    email_id: string
    packed: Buffer
  }
  email_fallbacks: {
    environment_id: string
    email_id: string
    organization_id: string
    unless: string
    within_seconds: number
    state: Generated<string>
    sms: Json | null
    to_number: string | null
    sms_id: string | null
    reason: string | null
    ended_at: Timestamp | null
    due_at: Timestamp | null
    priority: Generated<number>
    held_by: string | null
    token: Generated<number>
    crashes: Generated<number>
  }
  email_minutes: {
    environment_id: string
    tag: string
    message_stream: string
    minute: Timestamp
    emails_sent: Generated<number>
    recipients_reached: Generated<number>
    emails_delivered: Generated<number>
    recipients_delivered: Generated<number>
    emails_opened: Generated<number>
    emails_clicked: Generated<number>
    emails_opened_by_people: Generated<number>
    emails_clicked_by_people: Generated<number>
    emails_bounced: Generated<number>
    emails_complained: Generated<number>
    fallbacks_sent: Generated<number>
    fallbacks_not_needed: Generated<number>
  }
  email_progress: {
    environment_id: string
    email_id: string
    status: string
    recipients: number
    scheduled_for: Timestamp | null
    sent_at: Timestamp | null
    delivered_at: Timestamp | null
    opened_at: Timestamp | null
    clicked_at: Timestamp | null
    open_count: Generated<number>
    click_count: Generated<number>
    human_open_count: Generated<number>
    human_click_count: Generated<number>
    human_opened_at: Timestamp | null
    human_clicked_at: Timestamp | null
    captured: Generated<boolean>
  }
  email_search: {
    environment_id: string
    last_id: string
    after_id: string
    grams: number[]
  }
  email_stats: {
    environment_id: string
    tag: string
    message_stream: string
    hour: Timestamp
    emails_sent: Generated<number>
    recipients_reached: Generated<number>
    emails_delivered: Generated<number>
    recipients_delivered: Generated<number>
    emails_opened: Generated<number>
    emails_clicked: Generated<number>
    emails_opened_by_people: Generated<number>
    emails_clicked_by_people: Generated<number>
    emails_bounced: Generated<number>
    emails_complained: Generated<number>
    summed: Generated<boolean>
    minute: Timestamp | null
    fallbacks_sent: Generated<number>
    fallbacks_not_needed: Generated<number>
  }
  email_tags: {
    environment_id: string
    tag: string
    email_id: string
  }
  emails: {
    environment_id: string
    id: string
    organization_id: string
    from_address: string
    from_name: string | null
    to_addresses: string[]
    cc_addresses: string[] | null
    bcc_addresses: string[] | null
    reply_to: string[] | null
    subject: string
    html: string | null
    text: string | null
    headers: Json | null
    tags: string[] | null
    batch_id: string | null
    message_stream: string
    topic_id: string | null
    size: number
    attachments: number
    created_at: Timestamp
    credits_per_recipient: Generated<string>
    track_opens: Generated<boolean>
    track_clicks: Generated<boolean>
    unsubscribe: Generated<boolean>
    template_id: string | null
    require_tls: Generated<boolean>
    broadcast_id: string | null
    broadcast_variant: string | null
  }
  environments: {
    id: string
    organization_id: string
    mode: string
    clock_ahead_ms: Generated<string>
    quiet_from: number | null
    quiet_to: number | null
  }
  erased_opt_outs: {
    environment_id: string
    hash: Buffer
    created_at: Timestamp
  }
  erased_suppressions: {
    environment_id: string
    hash: Buffer
    id: string
    reason: string
    email_id: string | null
    created_at: Timestamp
  }
  erasures: {
    environment_id: string
    id: string
    contact_id: string | null
    email: string | null
    phone_number: string | null
    searching: string | null
    after: Json | null
    requested_at: Timestamp
    finished_at: Timestamp | null
  }
  event_marks: {
    at: Timestamp
    xact: string
    position: string
  }
  events: {
    position: Generated<string>
    environment_id: string
    id: string
    type: string
    subject_id: string
    data: Json
    created_at: Timestamp
    xact: Generated<string>
  }
  idempotency_keys: {
    environment_id: string
    operation: string
    key: string
    request_hash: Buffer
    answer: Json | null
    created_at: Generated<Timestamp>
  }
  instance: {
    only_row: Generated<boolean>
    secret: Buffer
  }
  invitations: {
    organization_id: string
    id: string
    email: string
    role: string
    token_hash: Buffer
    invited_by: string
    created_at: Timestamp
    expires_at: Timestamp
    by_mail: Generated<boolean>
  }
  jobs: {
    id: Generated<string>
    task: string
    payload: Json
    schedule: string | null
    last_error: string | null
    attempts: Generated<number>
    priority: Generated<number>
    due_at: Timestamp | null
    held_by: string | null
    token: Generated<number>
    crashes: Generated<number>
  }
  members: {
    organization_id: string
    person_id: string
    role: string
    created_at: Timestamp
    from_groups: Generated<boolean>
  }
  organizations: {
    id: string
    name: string
    plan: string
    requests_per_hour: number | null
    created_at: Generated<Timestamp>
    updated_at: Generated<Timestamp>
    sends_per_hour: number | null
    sends_per_day: number | null
    sends_per_month: number | null
    max_bounce_percent: Generated<number>
    max_complaint_percent: Generated<number>
    unsubscribe_line: Generated<string>
  }
  outside_contents: {
    environment_id: string
    id: string
    hash: Buffer
    size: number
    stored: Generated<boolean>
    removing: Generated<boolean>
    look_at: Timestamp
  }
  outside_uses: {
    environment_id: string
    email_id: string
    nth: number
    content_id: string
  }
  people: {
    id: string
    name: string
    email: string
    email_verified: boolean
    two_factor_enabled: Generated<boolean>
    created_at: Timestamp
    updated_at: Timestamp
  }
  receiver_stats: {
    environment_id: string
    domain: string
    receiver: string
    message_stream: string
    hour: Timestamp
    sent: Generated<number>
    bounced: Generated<number>
    complained: Generated<number>
    summed: Generated<boolean>
  }
  request_log: {
    environment_id: string
    id: string
    request_id: string
    key_id: string
    operation: string
    method: string
    path: string
    query: string | null
    status: number
    code: string | null
    message: string | null
    duration_ms: number
    address: string
    user_agent: string | null
    has_idempotency_key: boolean
    request_bytes: number | null
    response_bytes: number | null
    left_out: number
  }
  request_windows: {
    key_id: string
    window_start: Timestamp
    quota: number
    used: number
    granted: number
  }
  restored_copy: {
    only_row: Generated<boolean>
    taken_at: Timestamp
    restored_at: Generated<Timestamp>
    last_position: string
    complete: Generated<boolean>
  }
  restored_work: {
    kind: string
    environment_id: string
    id: string
  }
  retention: {
    environment_id: string
    bodies_days: number | null
    events_days: number | null
    messages_days: number | null
  }
  schema_migrations: {
    number: number
    name: string
    checksum: string
    applied_at: Generated<Timestamp>
  }
  segment_members: {
    environment_id: string
    segment_id: string
    contact_id: string
    created_at: Timestamp
  }
  segments: {
    environment_id: string
    id: string
    name: string
    description: string | null
    filter: Json | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  sending_ways: {
    channel: string
    kind: string
    sealed: Buffer
    changed_at: Timestamp
  }
  sessions: {
    id: string
    person_id: string
    token: string
    expires_at: Timestamp
    ip_address: string | null
    user_agent: string | null
    created_at: Timestamp
    updated_at: Timestamp
    ends_at: Timestamp | null
  }
  set_up_tokens: {
    token_hash: Buffer
    created_at: Timestamp
  }
  sign_in_tries: {
    subject: Buffer
    window_start: Timestamp
    tries: number
  }
  signup_forms: {
    environment_id: string
    id: string
    name: string
    topic_ids: string[]
    fields: string[]
    wording: string
    allowed_origins: string[]
    redirect_url: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  sms: {
    environment_id: string
    id: string
    organization_id: string
    direction: string
    from_number: string
    to_number: string
    body: string
    media_urls: string[] | null
    encoding: string
    segments: number
    automatic: Generated<boolean>
    credits: string
    charge: string
    card_cost: string
    created_at: Timestamp
    valid_until: Timestamp | null
    ignores_quiet_hours: Generated<boolean>
    fallback_of: string | null
    broadcast_id: string | null
    callback_url: string | null
    callback_account: string | null
  }
  sms_arrivals: {
    carrier: string
    carrier_id: string
    created_at: Generated<Timestamp>
  }
  sms_blocks: {
    environment_id: string
    last_id: string
    after_id: string
    ids: Buffer
    numbers: Buffer
  }
  sms_callback_queues: {
    environment_id: string
    priority: Generated<number>
    due_at: Timestamp | null
    held_by: string | null
    token: Generated<number>
    crashes: Generated<number>
  }
  sms_numbers: {
    number: string
    organization_id: string
    created_at: Timestamp
  }
  sms_opt_outs: {
    environment_id: string
    number: string
    created_at: Timestamp
  }
  sms_parts: {
    carrier: string
    carrier_id: string
    environment_id: string | null
    sms_id: string | null
    nth: number | null
    state: string | null
    reply: string | null
    cost: string | null
    created_at: Generated<Timestamp>
  }
  sms_pieces: {
    carrier: string
    from_number: string
    to_number: string
    reference: number
    total: number
    nth: number
    body: string
    created_at: Generated<Timestamp>
  }
  sms_progress: {
    environment_id: string
    sms_id: string
    status: string
    attempts: Generated<number>
    held_by: string | null
    token: Generated<number>
    submitting: Generated<boolean>
    doubts: Generated<number>
    crashes: Generated<number>
    due_at: Timestamp | null
    give_up_at: Timestamp
    carrier: string | null
    parts: number | null
    reported_cost: string | null
    refunded: Generated<boolean>
    sent_at: Timestamp | null
    delivered_at: Timestamp | null
    failures: Generated<number>
    priority: Generated<number>
    waits_for: string | null
    trace: string | null
    captured: Generated<boolean>
    scheduled_for: Timestamp | null
    callback_secret: Buffer | null
    callback_told: string | null
    callback_tries: number | null
    callback_due_at: Timestamp | null
    suppressed: Generated<boolean>
  }
  sts_policies: {
    domain: string
    id: string
    policy: Json
    expires_at: Timestamp
  }
  suppressions: {
    environment_id: string
    id: string
    email: string
    reason: string
    email_id: string | null
    created_at: Timestamp
  }
  template_stats: {
    environment_id: string
    template_id: string
    hour: Timestamp
    emails_sent: Generated<number>
    emails_delivered: Generated<number>
    emails_opened: Generated<number>
    emails_clicked: Generated<number>
    emails_bounced: Generated<number>
    emails_complained: Generated<number>
    summed: Generated<boolean>
  }
  template_versions: {
    environment_id: string
    template_id: string
    version: number
    status: string
    subject: string
    html: string | null
    text: string | null
    mjml: string | null
    created_at: Timestamp
    published_at: Timestamp | null
  }
  templates: {
    environment_id: string
    id: string
    friendly_name: string
    description: string | null
    published_version: number | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  topic_memberships: {
    environment_id: string
    contact_id: string
    topic_id: string
    created_at: Timestamp
  }
  topics: {
    environment_id: string
    id: string
    name: string
    description: string | null
    is_default_topic: boolean
    display_order: number
    created_at: Timestamp
    updated_at: Timestamp
    confirmation: Json | null
  }
  two_factors: {
    id: string
    person_id: string
    secret: string
    backup_codes: string
    verified: boolean | null
    failed_verification_count: number | null
    locked_until: Timestamp | null
  }
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: Timestamp
    created_at: Timestamp
    updated_at: Timestamp
  }
  webhook_deliveries: {
    environment_id: string
    webhook_id: string
    position: string
    event_id: string
    subject_id: string
    type: string
    created_at: Timestamp
    status: Generated<string>
    due_at: Timestamp | null
    tries: Generated<number>
    attempts: Generated<Json>
  }
  webhooks: {
    environment_id: string
    id: string
    url: string
    subscribed_events: string[]
    status: string
    nickname: string | null
    secret: Buffer
    old_secret: Buffer | null
    old_secret_until: Timestamp | null
    success_count: Generated<string>
    failure_count: Generated<string>
    last_delivery_at: Timestamp | null
    failing_since: Timestamp | null
    held_by: string | null
    created_at: Timestamp
    updated_at: Timestamp
    priority: Generated<number>
    due_at: Timestamp | null
    token: Generated<number>
    crashes: Generated<number>
  }
  worker_heartbeats: {
    worker_id: string
    machine: string
    process: string
    started_at: Generated<Timestamp>
    seen_at: Generated<Timestamp>
  }
  workflow_run_steps: {
    environment_id: string
    run_id: string
    nth: number
    step: string
    type: string
    entered_at: Timestamp
    left_at: Timestamp | null
    left_by: string | null
    detail: Json | null
  }
  workflow_runs: {
    environment_id: string
    id: string
    workflow_id: string
    version: number
    contact_id: string
    state: string
    step: string | null
    nth: Generated<number>
    entered_at: Timestamp
    tries: Generated<number>
    in_doubt: Generated<boolean>
    waits_until: Timestamp | null
    due_at: Timestamp | null
    parked: Generated<boolean>
    trigger: Json
    error: string | null
    started_at: Timestamp
    finished_at: Timestamp | null
    crashes: Generated<number>
    failures: Generated<number>
    priority: Generated<number>
    held_by: string | null
    token: Generated<number>
  }
  workflow_sweeps: {
    environment_id: string
    workflow_id: string
    fired_at: Timestamp
    after_contact: string | null
  }
  workflow_versions: {
    environment_id: string
    workflow_id: string
    version: number
    trigger: Json
    definition: Json
    first_step: string
    created_at: Timestamp
  }
  workflow_waits: {
    environment_id: string
    subject_id: string
    type: string
    run_id: string
  }
  workflow_wakes: {
    environment_id: string
    run_id: string
  }
  workflows: {
    environment_id: string
    id: string
    name: string
    description: string | null
    status: string
    trigger_type: string | null
    trigger_config: Json | null
    workflow_definition: Json | null
    version: Generated<number>
    next_fire_at: Timestamp | null
    created_at: Timestamp
    updated_at: Timestamp
  }
}
