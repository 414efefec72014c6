-- Golden dump of the schema, written by "npm run gen" and compared in the tests. Change it by a migration.

create type account_status as enum ('pending', 'active', 'suspended');
create type approval_how as enum ('sign-in', 'operator', 'sandbox');
create type attempt_outcome as enum ('delivered', 'failed', 'interrupted');
create type author_kind as enum ('partner', 'distributor', 'operator', 'system', 'recipient', 'administrator', 'person');
create type billing_currency as enum ('usd', 'aud', 'gbp', 'eur', 'sgd');
create type billing_cycle as enum ('monthly', 'rolling');
create type billing_processor as enum ('embedded', 'stripe');
create type credential_kind as enum ('password', 'totp', 'recovery', 'passkey', 'microsoft');
create type delivery_cause as enum ('event', 'replay', 'test');
create type delivery_state as enum ('pending', 'delivered', 'failed', 'canceled');
create type exception_kind as enum ('accepted-risk', 'compensating-control', 'emergency-account');
create type finding_severity as enum ('critical', 'high', 'medium', 'low');
create type finding_status as enum ('open', 'planned', 'done', 'verified');
create type invitation_end as enum ('answered', 'replaced');
create type invoice_reason as enum ('subscription_create', 'subscription_cycle', 'subscription_update', 'subscription_cancel');
create type invoice_status as enum ('draft', 'open', 'paid', 'uncollectible', 'void');
create type key_end as enum ('revoked', 'suspension', 'expired');
create type mail_status as enum ('waiting', 'outbox', 'queued', 'sent', 'failed', 'merged', 'canceled');
create type mail_wait as enum ('account', 'address', 'digest');
create type occurrence_outcome as enum ('started', 'missed', 'run_limit', 'already_running', 'already_ran', 'consent_missing', 'failing', 'partner_inactive', 'product_not_allowed');
create type person_role as enum ('owner', 'admin', 'technician', 'reader');
create type person_status as enum ('active', 'blocked');
create type plan_change_outcome as enum ('pending', 'succeeded', 'refused', 'failed', 'joined');
create type plan_name as enum ('starter', 'professional', 'enterprise');
create type requirement_change as enum ('baseline', 'opened', 'reopened', 'resolved', 'known', 'unknown');
create type requirement_state as enum ('open', 'unknown', 'resolved');
create type run_status as enum ('queued', 'running', 'completed', 'failed', 'canceled');
create type schedule_pause_reason as enum ('requested', 'consent_missing', 'failing', 'product_not_allowed');
create type schedule_status as enum ('active', 'paused');
create type schedule_unit as enum ('day', 'week', 'month', 'quarter');
create type settlement_currency as enum ('AUD', 'USD', 'GBP', 'EUR', 'NZD');
create type settlement_interval as enum ('quarterly', 'annual');
create type sign_in_outcome as enum ('signed-in', 'wrong-password', 'wrong-factor');
create type subscription_status as enum ('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused');
create type webhook_format as enum ('event', 'teams', 'slack');
create type webhook_secret_state as enum ('next', 'current', 'previous');

create table access_resets (
  person_id text collate "C" not null,
  kind text not null,
  by_whom text not null,
  at timestamp with time zone not null,
  constraint access_resets_by_whom_check CHECK ((by_whom = ANY (ARRAY['self'::text, 'colleague'::text, 'distributor'::text, 'operator'::text]))),
  constraint access_resets_kind_check CHECK ((kind = ANY (ARRAY['password'::text, 'factors'::text, 'everything'::text, 'invited'::text]))),
  constraint access_resets_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint access_resets_pkey PRIMARY KEY (person_id, kind)
);
create table account_digests (
  account_id text collate "C" not null,
  week date not null,
  constraint account_digests_pkey PRIMARY KEY (account_id)
);
create table activation_tokens (
  partner_id text collate "C" not null,
  hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint activation_tokens_hash_key UNIQUE (hash),
  constraint activation_tokens_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint activation_tokens_pkey PRIMARY KEY (partner_id)
);
create table answers (
  id bigint not null generated always as identity,
  customer_id text collate "C" not null,
  product text not null,
  question text not null,
  content bytea not null,
  author_kind author_kind not null,
  author_id text not null,
  answered_at timestamp with time zone not null,
  constraint answers_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint answers_pkey PRIMARY KEY (id)
);
create table api_keys (
  hash bytea not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  slot smallint not null,
  prefix text not null,
  last4 text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_reason key_end,
  last_used_address text,
  constraint api_keys_check CHECK ((num_nonnulls(partner_id, distributor_id) = 1)),
  constraint api_keys_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint api_keys_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint api_keys_pkey PRIMARY KEY (hash),
  constraint api_keys_slot_check CHECK ((slot = ANY (ARRAY[1, 2])))
);
create table api_processes (
  id text not null,
  heartbeat_at timestamp with time zone not null,
  constraint api_processes_pkey PRIMARY KEY (id)
);
create table approval_notices (
  partner_id text collate "C" not null,
  tenant_id text not null,
  told_at timestamp with time zone not null,
  constraint approval_notices_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint approval_notices_pkey PRIMARY KEY (partner_id, tenant_id)
);
create table attachment_chunks (
  attachment_id text collate "C" not null,
  number smallint not null,
  content bytea not null,
  constraint attachment_chunks_attachment_id_fkey FOREIGN KEY (attachment_id) REFERENCES attachments(id) ON DELETE CASCADE,
  constraint attachment_chunks_pkey PRIMARY KEY (attachment_id, number)
);
create table attachments (
  id text collate "C" not null,
  customer_id text collate "C" not null,
  product text not null,
  question text not null,
  name bytea not null,
  size_bytes integer not null,
  author_id text not null,
  attached_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint attachments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint attachments_pkey PRIMARY KEY (id),
  constraint attachments_size_bytes_check CHECK ((size_bytes > 0))
);
create table audit (
  id bigint not null generated always as identity,
  occurred_at timestamp with time zone not null,
  author_kind author_kind not null,
  author_id text not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  request_id text,
  address text,
  customer_id text collate "C",
  constraint audit_pkey PRIMARY KEY (id)
) partition by range (id);
create table consent_links (
  customer_id text collate "C" not null,
  partner_id text collate "C" not null,
  tenant_id text not null,
  state_hash bytea not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone,
  fetched_at timestamp with time zone,
  started_at timestamp with time zone,
  constraint consent_links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint consent_links_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint consent_links_pkey PRIMARY KEY (customer_id),
  constraint consent_links_state_hash_key UNIQUE (state_hash)
);
create table consent_sign_ins (
  state_hash bytea not null,
  customer_id text collate "C" not null,
  link_hash bytea not null,
  browser_hash bytea not null,
  secrets bytea,
  expires_at timestamp with time zone not null,
  constraint consent_sign_ins_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint consent_sign_ins_pkey PRIMARY KEY (state_hash)
);
create table credentials (
  id text collate "C" not null,
  person_id text collate "C" not null,
  kind credential_kind not null,
  active boolean not null default true,
  name text,
  hash text,
  secret bytea,
  last_step bigint,
  public_key bytea,
  counter bigint,
  transports text[],
  external_id text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  backup_eligible boolean,
  backed_up boolean,
  constraint credentials_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint credentials_pkey PRIMARY KEY (id)
);
create table credit_balances (
  partner_id text collate "C" not null,
  currency billing_currency not null,
  amount_minor bigint not null,
  constraint credit_balances_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint credit_balances_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint credit_balances_pkey PRIMARY KEY (partner_id, currency)
);
create table customer_consents (
  customer_id text collate "C" not null,
  partner_id text collate "C" not null,
  tenant_id text not null,
  answered_at timestamp with time zone not null,
  refusal text,
  constraint customer_consents_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint customer_consents_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint customer_consents_pkey PRIMARY KEY (customer_id)
);
create table customer_counts (
  partner_id text collate "C" not null,
  customers integer not null,
  constraint customer_counts_customers_check CHECK ((customers >= 0)),
  constraint customer_counts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint customer_counts_pkey PRIMARY KEY (partner_id)
);
create table customer_group_members (
  group_id text collate "C" not null,
  customer_id text collate "C" not null,
  constraint customer_group_members_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint customer_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES customer_groups(id) ON DELETE CASCADE,
  constraint customer_group_members_pkey PRIMARY KEY (group_id, customer_id)
);
create table customer_groups (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint customer_groups_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint customer_groups_pkey PRIMARY KEY (id)
);
create table customer_months (
  partner_id text collate "C" not null,
  month text collate "C" not null,
  customers integer not null,
  constraint customer_months_customers_check CHECK ((customers >= 0)),
  constraint customer_months_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint customer_months_pkey PRIMARY KEY (partner_id, month)
);
create table customers (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  name text not null,
  tenant_id text not null,
  email text,
  receivers text[] not null,
  questionnaire_recipients text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint customers_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint customers_pkey PRIMARY KEY (id)
);
create table deleted_customers (
  partner_id text collate "C" not null,
  created_month text not null,
  deleted_month text not null,
  customers integer not null,
  constraint deleted_customers_check CHECK ((created_month < deleted_month)),
  constraint deleted_customers_partner_id_fkey1 FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint deleted_customers_pkey PRIMARY KEY (partner_id, created_month, deleted_month)
);
create table deliveries (
  id bigint not null generated always as identity,
  event_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  cause delivery_cause not null,
  state delivery_state not null default 'pending'::delivery_state,
  attempts integer not null default 0,
  last_outcome attempt_outcome,
  last_status integer,
  last_error text,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  type text not null,
  last_error_code text,
  replay_id text collate "C",
  constraint deliveries_check CHECK (((state = 'pending'::delivery_state) = (ended_at IS NULL))),
  constraint deliveries_check1 CHECK (((state = 'pending'::delivery_state) OR (next_attempt_at IS NULL))),
  constraint deliveries_pkey PRIMARY KEY (id)
) partition by range (id);
create table delivery_attempts (
  delivery_id bigint not null,
  attempt integer not null,
  outcome attempt_outcome not null,
  started_at timestamp with time zone not null,
  total_ms real,
  dns_ms real,
  connect_ms real,
  tls_ms real,
  first_byte_ms real,
  url text,
  address text,
  status integer,
  error_code text,
  error text,
  request_headers jsonb,
  response_headers jsonb,
  response_body bytea
) partition by range (delivery_id);
create table delivery_queue (
  delivery_id bigint not null,
  endpoint_id text collate "C" not null,
  due_at timestamp with time zone not null,
  attempt integer not null default 1,
  lease_token uuid,
  lease_until timestamp with time zone,
  constraint delivery_queue_check CHECK (((lease_token IS NULL) = (lease_until IS NULL))),
  constraint delivery_queue_pkey PRIMARY KEY (delivery_id)
);
create table distributors (
  id text collate "C" not null,
  company text not null,
  email text not null,
  status account_status not null,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  suspended_at timestamp with time zone,
  partners_count integer not null default 0,
  requires_factor boolean not null default false,
  processor_billing boolean not null default false,
  processor_billing_since timestamp with time zone,
  billing_email text,
  constraint distributors_partners_count_check CHECK ((partners_count >= 0)),
  constraint distributors_pkey PRIMARY KEY (id)
);
create table events (
  id text collate "C" not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  type text not null,
  body bytea not null,
  occurred_at timestamp with time zone not null,
  customer_id text collate "C",
  is_optional boolean not null default false,
  constraint events_pkey PRIMARY KEY (id)
) partition by range (id);
create table exceptions (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  customer_id text collate "C" not null,
  kind exception_kind not null,
  product text,
  requirement text,
  object text,
  reason text not null,
  approver text not null,
  approved_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  removed_by text,
  announced_end timestamp with time zone,
  constraint exceptions_check CHECK (((kind = 'emergency-account'::exception_kind) = (product IS NULL))),
  constraint exceptions_check1 CHECK (((product IS NULL) = (requirement IS NULL))),
  constraint exceptions_check2 CHECK (((kind <> 'emergency-account'::exception_kind) OR (object IS NOT NULL))),
  constraint exceptions_check3 CHECK ((approved_at < expires_at)),
  constraint exceptions_check4 CHECK (((removed_at IS NULL) = (removed_by IS NULL))),
  constraint exceptions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint exceptions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint exceptions_pkey PRIMARY KEY (id)
);
create table finding_progress (
  customer_id text collate "C" not null,
  partner_id text collate "C" not null,
  product text collate "C" not null,
  requirement text collate "C" not null,
  status finding_status not null,
  owner_id text collate "C",
  due_on text collate "C",
  changed_at timestamp with time zone not null,
  changed_by text collate "C",
  read_at timestamp with time zone,
  reopened_at timestamp with time zone,
  constraint finding_progress_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES people(id) ON DELETE SET NULL,
  constraint finding_progress_check CHECK (((status = 'planned'::finding_status) = (due_on IS NOT NULL))),
  constraint finding_progress_check1 CHECK (((status <> 'verified'::finding_status) OR (read_at IS NOT NULL))),
  constraint finding_progress_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint finding_progress_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES people(id) ON DELETE SET NULL,
  constraint finding_progress_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint finding_progress_pkey PRIMARY KEY (customer_id, product, requirement)
);
create table idempotency_keys (
  account_id text collate "C" not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  outcome bytea not null,
  created_at timestamp with time zone not null,
  customer_ids text[] not null default '{}'::text[],
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, route, key)
);
create table invitations (
  id text collate "C" not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  email text not null,
  name text not null,
  role person_role not null,
  hash bytea,
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  invited_by text,
  constraint invitations_check CHECK ((num_nonnulls(partner_id, distributor_id) = 1)),
  constraint invitations_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint invitations_hash_key UNIQUE (hash),
  constraint invitations_invited_by_check CHECK ((invited_by = ANY (ARRAY['distributor'::text, 'operator'::text]))),
  constraint invitations_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint invitations_pkey PRIMARY KEY (id)
);
create table invoice_lines (
  id bigint not null generated always as identity,
  partner_id text collate "C" not null,
  invoice_number integer,
  currency billing_currency not null,
  amount_minor bigint not null,
  description text not null,
  period_from timestamp with time zone not null,
  period_until timestamp with time zone not null,
  change_id uuid,
  constraint invoice_lines_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint invoice_lines_partner_id_invoice_number_fkey FOREIGN KEY (partner_id, invoice_number) REFERENCES invoices(partner_id, number),
  constraint invoice_lines_pkey PRIMARY KEY (id)
);
create table invoices (
  partner_id text collate "C" not null,
  number integer not null,
  status invoice_status not null,
  reason invoice_reason not null,
  currency billing_currency not null,
  total_minor bigint not null,
  credit_used_minor bigint not null,
  due_minor bigint not null,
  change_id uuid,
  issued_at timestamp with time zone not null,
  constraint invoices_check CHECK ((due_minor = (GREATEST(total_minor, (0)::bigint) - credit_used_minor))),
  constraint invoices_credit_used_minor_check CHECK ((credit_used_minor >= 0)),
  constraint invoices_due_minor_check CHECK ((due_minor >= 0)),
  constraint invoices_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint invoices_pkey PRIMARY KEY (partner_id, number)
);
create table mail_counts (
  key text collate "C" not null,
  day date not null,
  mails integer not null,
  constraint mail_counts_pkey PRIMARY KEY (key, day)
);
create table mail_mentions (
  mail_id text collate "C" not null,
  customer_id text collate "C" not null,
  constraint mail_mentions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint mail_mentions_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE,
  constraint mail_mentions_pkey PRIMARY KEY (mail_id, customer_id)
);
create table mails (
  id text collate "C" not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  customer_id text collate "C",
  kind text not null,
  recipient text not null,
  subject text not null,
  text text,
  html text,
  status mail_status not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  counted_for text[] not null default '{}'::text[],
  waits_for mail_wait,
  due_at timestamp with time zone,
  released_at timestamp with time zone,
  digest_id text collate "C",
  about_id text collate "C",
  constraint mails_check CHECK ((num_nonnulls(partner_id, distributor_id) = 1)),
  constraint mails_check1 CHECK (((text IS NULL) = (html IS NULL))),
  constraint mails_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint mails_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES mails(id) ON DELETE SET NULL,
  constraint mails_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint mails_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_sent_check CHECK (((status = 'sent'::mail_status) = (sent_at IS NOT NULL))),
  constraint mails_waiting_check CHECK (((status = 'waiting'::mail_status) = (due_at IS NOT NULL))),
  constraint mails_waits_check CHECK (((waits_for IS NULL) OR (status = 'waiting'::mail_status)))
);
create table microsoft_sign_ins (
  state_hash bytea not null,
  browser_hash bytea,
  session_id text collate "C",
  secrets bytea not null,
  next_path text,
  ends_at timestamp with time zone not null,
  invitation_hash bytea,
  account_id text collate "C",
  constraint microsoft_sign_ins_account_id_fkey FOREIGN KEY (account_id) REFERENCES sign_on_providers(account_id) ON DELETE CASCADE,
  constraint microsoft_sign_ins_check CHECK ((num_nonnulls(browser_hash, session_id) = 1)),
  constraint microsoft_sign_ins_check1 CHECK (((invitation_hash IS NULL) OR (browser_hash IS NOT NULL))),
  constraint microsoft_sign_ins_pkey PRIMARY KEY (state_hash),
  constraint microsoft_sign_ins_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
create table migration_floor (
  name text collate "C" not null,
  only_row boolean not null default true,
  constraint migration_floor_only_row_check CHECK (only_row),
  constraint migration_floor_pkey PRIMARY KEY (only_row)
);
create table notices (
  id bigint not null generated always as identity,
  created_at timestamp with time zone not null,
  kind text not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  customer_id text collate "C",
  content jsonb not null,
  constraint notices_pkey PRIMARY KEY (id)
);
create table notification_choices (
  person_id text collate "C" not null,
  topic text not null,
  is_wanted boolean not null,
  constraint notification_choices_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint notification_choices_pkey PRIMARY KEY (person_id, topic)
);
create table object_deletions (
  name text collate "C" not null,
  due_at timestamp with time zone not null,
  constraint object_deletions_pkey PRIMARY KEY (name)
);
create table object_store (
  id text not null,
  swept_until text collate "C" not null default ''::text,
  swept_at timestamp with time zone,
  only_row boolean not null default true,
  constraint object_store_only_row_check CHECK (only_row),
  constraint object_store_pkey PRIMARY KEY (only_row)
);
create table open_fixes (
  customer_id text collate "C" not null,
  product text not null,
  fix text collate "C" not null,
  partner_id text collate "C" not null,
  severity finding_severity not null,
  points double precision,
  findings smallint not null,
  constraint open_fixes_customer_id_product_fkey FOREIGN KEY (customer_id, product) REFERENCES tracked_runs(customer_id, product) ON DELETE CASCADE,
  constraint open_fixes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint open_fixes_pkey PRIMARY KEY (customer_id, product, fix)
);
create table open_questions (
  customer_id text collate "C" not null,
  product text not null,
  open integer not null,
  constraint open_questions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint open_questions_open_check CHECK ((open >= 0)),
  constraint open_questions_pkey PRIMARY KEY (customer_id, product)
);
create table partner_brands (
  partner_id text collate "C" not null,
  colour text,
  logo bytea,
  logo_type text,
  updated_at timestamp with time zone not null,
  logo_sha256 bytea,
  logo_check_began_at timestamp with time zone,
  time_zone text,
  name text,
  locale text,
  contact_email text,
  contact_phone text,
  contact_website text,
  constraint partner_brands_check CHECK (((logo IS NULL) = (logo_type IS NULL))),
  constraint partner_brands_colour_check CHECK ((colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint partner_brands_contact_email_check CHECK (((length(contact_email) >= 3) AND (length(contact_email) <= 254))),
  constraint partner_brands_contact_phone_check CHECK (((length(contact_phone) >= 3) AND (length(contact_phone) <= 40))),
  constraint partner_brands_contact_website_check CHECK (((length(contact_website) >= 9) AND (length(contact_website) <= 200))),
  constraint partner_brands_locale_check CHECK ((locale ~ '^[a-z]{2}-[A-Z]{2}$'::text)),
  constraint partner_brands_logo_check CHECK ((octet_length(logo) <= 200000)),
  constraint partner_brands_logo_sha256_check CHECK ((octet_length(logo_sha256) = 32)),
  constraint partner_brands_logo_type_check CHECK ((logo_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))),
  constraint partner_brands_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint partner_brands_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_brands_pkey PRIMARY KEY (partner_id),
  constraint partner_brands_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);
create table partner_days (
  partner_id text collate "C" not null,
  day text collate "C" not null,
  plan plan_name,
  next_plan plan_name,
  currency settlement_currency not null,
  "interval" settlement_interval not null,
  processor_billing boolean not null,
  constraint partner_days_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_days_pkey PRIMARY KEY (partner_id, day)
);
create table partner_statuses (
  partner_id text collate "C" not null,
  since timestamp with time zone not null,
  status account_status not null,
  constraint partner_statuses_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_statuses_pkey PRIMARY KEY (partner_id, since)
);
create table partner_visits (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  distributor_id text collate "C" not null,
  person_id text collate "C" not null,
  person_name text not null,
  session_id text collate "C",
  reason text not null,
  may_act boolean not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint partner_visits_check CHECK (((ended_at IS NULL) OR (session_id IS NULL))),
  constraint partner_visits_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint partner_visits_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_visits_pkey PRIMARY KEY (id),
  constraint partner_visits_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL
);
create table partners (
  id text collate "C" not null,
  distributor_id text collate "C",
  company text not null,
  email text not null,
  name text not null,
  status account_status not null,
  plan plan_name not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  suspended_at timestamp with time zone,
  settlement_currency settlement_currency not null default 'USD'::settlement_currency,
  settlement_interval settlement_interval not null default 'quarterly'::settlement_interval,
  requires_factor boolean not null default false,
  processor_billing boolean not null default true,
  constraint partners_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint partners_pkey PRIMARY KEY (id)
);
create table passkey_challenges (
  hash bytea not null,
  purpose text not null,
  bound_to bytea not null,
  ends_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (hash),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign-in'::text, 'confirm'::text])))
);
create table password_resets (
  hash bytea not null,
  person_id text collate "C" not null,
  ends_at timestamp with time zone not null,
  constraint password_resets_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint password_resets_person_id_key UNIQUE (person_id),
  constraint password_resets_pkey PRIMARY KEY (hash)
);
create table payment_disputes (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  invoice_number text,
  amount_minor bigint not null,
  currency text not null,
  reason text not null,
  status text not null,
  opened_at timestamp with time zone not null,
  answer_by timestamp with time zone,
  closed_at timestamp with time zone,
  constraint payment_disputes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint payment_disputes_pkey PRIMARY KEY (id)
);
create table people (
  id text collate "C" not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  email text not null,
  name text not null,
  role person_role not null,
  status person_status not null default 'active'::person_status,
  created_at timestamp with time zone not null,
  factor_tries integer not null default 0,
  factor_tries_since timestamp with time zone,
  time_zone text,
  locale text,
  digested_week date,
  external_id text collate "C",
  constraint people_check CHECK ((num_nonnulls(partner_id, distributor_id) = 1)),
  constraint people_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint people_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 200))),
  constraint people_locale_check CHECK ((locale ~ '^[a-z]{2}-[A-Z]{2}$'::text)),
  constraint people_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint people_pkey PRIMARY KEY (id),
  constraint people_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);
create table plan_changes (
  id uuid not null,
  partner_id text collate "C" not null,
  author_kind author_kind not null,
  author_id text not null,
  plan plan_name not null,
  billing billing_cycle,
  currency billing_currency,
  outcome plan_change_outcome not null,
  message text,
  requested_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  admitted_at timestamp with time zone not null,
  attempts integer not null default 1,
  leased_until timestamp with time zone,
  before_plan plan_name,
  before_billing billing_cycle,
  before_currency billing_currency,
  before_period_end timestamp with time zone,
  author jsonb,
  settlement jsonb,
  idempotency_account text collate "C",
  idempotency_route text,
  idempotency_key text,
  request_hash bytea,
  answer json,
  constraint plan_changes_check CHECK (((outcome = 'pending'::plan_change_outcome) = (ended_at IS NULL))),
  constraint plan_changes_check1 CHECK ((((outcome = 'pending'::plan_change_outcome) = (leased_until IS NOT NULL)) AND ((outcome = 'pending'::plan_change_outcome) = (author IS NOT NULL)))),
  constraint plan_changes_check2 CHECK (((outcome <> 'pending'::plan_change_outcome) OR ((billing IS NOT NULL) AND (currency IS NOT NULL) AND (before_plan IS NOT NULL) AND (before_billing IS NOT NULL) AND (before_currency IS NOT NULL) AND (before_period_end IS NOT NULL)))),
  constraint plan_changes_check3 CHECK (((outcome = 'pending'::plan_change_outcome) OR ((settlement IS NULL) AND (idempotency_key IS NULL)))),
  constraint plan_changes_check4 CHECK ((((idempotency_key IS NULL) = (idempotency_account IS NULL)) AND ((idempotency_key IS NULL) = (idempotency_route IS NULL)) AND ((idempotency_key IS NULL) = (request_hash IS NULL)))),
  constraint plan_changes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint plan_changes_pkey PRIMARY KEY (id)
);
create table provisioning_tokens (
  id text collate "C" not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  name text not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint provisioning_tokens_check CHECK ((num_nonnulls(partner_id, distributor_id) = 1)),
  constraint provisioning_tokens_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint provisioning_tokens_hash_key UNIQUE (hash),
  constraint provisioning_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint provisioning_tokens_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint provisioning_tokens_pkey PRIMARY KEY (id)
);
create table questionnaire_invitations (
  id text collate "C" not null,
  customer_id text collate "C" not null,
  product text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  reminders smallint not null default 0,
  remind_at timestamp with time zone,
  changed_at timestamp with time zone,
  untold boolean not null default false,
  closed_at timestamp with time zone,
  ended invitation_end,
  reminded_at timestamp with time zone,
  constraint questionnaire_invitations_check CHECK (((closed_at IS NULL) = (ended IS NULL))),
  constraint questionnaire_invitations_check1 CHECK (((NOT untold) OR (changed_at IS NOT NULL))),
  constraint questionnaire_invitations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint questionnaire_invitations_pkey PRIMARY KEY (id)
);
create table questionnaire_links (
  hash bytea not null,
  recipient_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint questionnaire_links_pkey PRIMARY KEY (hash),
  constraint questionnaire_links_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES questionnaire_recipients(id) ON DELETE CASCADE
);
create table questionnaire_recipients (
  id bigint not null generated always as identity,
  invitation_id text collate "C" not null,
  email text not null,
  invited_by text,
  section text,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  code_tries smallint not null default 0,
  code_asked_at timestamp with time zone,
  codes_since timestamp with time zone,
  codes smallint not null default 0,
  constraint questionnaire_recipients_check CHECK (((code_hash IS NULL) = (code_expires_at IS NULL))),
  constraint questionnaire_recipients_check1 CHECK (((section IS NULL) OR (invited_by IS NOT NULL))),
  constraint questionnaire_recipients_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES questionnaire_invitations(id) ON DELETE CASCADE,
  constraint questionnaire_recipients_pkey PRIMARY KEY (id)
);
create table questionnaire_sessions (
  hash bytea not null,
  link_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint questionnaire_sessions_link_hash_fkey FOREIGN KEY (link_hash) REFERENCES questionnaire_links(hash) ON DELETE CASCADE,
  constraint questionnaire_sessions_pkey PRIMARY KEY (hash)
);
create table questionnaire_suggestions (
  customer_id text collate "C" not null,
  product text not null,
  run_id text collate "C" not null,
  tenant_id text not null,
  content bytea not null,
  constraint questionnaire_suggestions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint questionnaire_suggestions_pkey PRIMARY KEY (customer_id, product)
);
create table rate_leases (
  id uuid not null,
  key text not null,
  units integer not null,
  counts_until timestamp with time zone not null,
  constraint rate_leases_pkey PRIMARY KEY (id)
);
create table rate_windows (
  key text not null,
  times bigint[] not null,
  newest bigint not null,
  constraint rate_windows_pkey PRIMARY KEY (key)
);
create table recovery_requests (
  email_hash bytea not null,
  requests integer not null,
  since timestamp with time zone not null,
  constraint recovery_requests_pkey PRIMARY KEY (email_hash)
);
create table report_links (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  run_id text collate "C",
  token_hash bytea not null,
  edition text,
  recipient text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_opened_at timestamp with time zone,
  revoked_at timestamp with time zone,
  customer_id text collate "C",
  products text[],
  constraint report_links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint report_links_edition_check CHECK ((edition = ANY (ARRAY['owner'::text, 'technical'::text, 'full'::text]))),
  constraint report_links_of_one CHECK (((run_id IS NULL) <> (customer_id IS NULL))),
  constraint report_links_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  constraint report_links_pkey PRIMARY KEY (id),
  constraint report_links_products CHECK (((products IS NULL) OR (customer_id IS NOT NULL))),
  constraint report_links_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE,
  constraint report_links_token_hash_key UNIQUE (token_hash)
);
create table requirement_states (
  id bigint not null generated always as identity,
  customer_id text collate "C" not null,
  product text not null,
  requirement text not null,
  partner_id text collate "C" not null,
  state requirement_state not null,
  verdict text not null,
  severity finding_severity,
  since timestamp with time zone,
  since_run text collate "C",
  change requirement_change not null,
  changed_at timestamp with time zone not null,
  changed_run text collate "C" not null,
  constraint requirement_states_check CHECK ((num_nulls(severity, since, since_run) = ANY (ARRAY[0, 3]))),
  constraint requirement_states_check1 CHECK (((severity IS NOT NULL) OR (state = 'unknown'::requirement_state))),
  constraint requirement_states_customer_id_product_fkey FOREIGN KEY (customer_id, product) REFERENCES tracked_runs(customer_id, product) ON DELETE CASCADE,
  constraint requirement_states_id_key UNIQUE (id),
  constraint requirement_states_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint requirement_states_pkey PRIMARY KEY (customer_id, product, requirement)
);
create table result_objects (
  run_id text collate "C" not null,
  name text collate "C" not null,
  key_id text not null,
  snapshot_sha256 text not null,
  constraint result_objects_pkey PRIMARY KEY (run_id),
  constraint result_objects_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
create table revenue_shares (
  distributor_id text collate "C" not null,
  day text collate "C" not null,
  basis_points integer not null,
  constraint revenue_shares_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
  constraint revenue_shares_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint revenue_shares_pkey PRIMARY KEY (distributor_id, day)
);
create table run_checkpoints (
  run_id text collate "C" not null,
  number integer not null,
  content bytea not null,
  written_at timestamp with time zone not null,
  constraint run_checkpoints_pkey PRIMARY KEY (run_id, number),
  constraint run_checkpoints_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
create table run_results (
  run_id text collate "C" not null,
  result bytea not null,
  snapshot bytea not null,
  snapshot_sha256 text not null,
  constraint run_results_pkey PRIMARY KEY (run_id),
  constraint run_results_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
) partition by range (run_id);
create table runs (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  customer_id text collate "C" not null,
  product text not null,
  maturity_target smallint not null,
  status run_status not null,
  attempt integer not null default 0,
  progress_done integer,
  progress_of integer,
  score smallint,
  score_ceiling smallint,
  coverage double precision,
  maturity_achieved double precision,
  critical integer,
  high integer,
  medium integer,
  low integer,
  failure_code text,
  failure_message text,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  constraint runs_check CHECK (((status = 'completed'::run_status) = (score IS NOT NULL))),
  constraint runs_check1 CHECK (((status = 'failed'::run_status) = (failure_code IS NOT NULL))),
  constraint runs_check2 CHECK (((status = ANY (ARRAY['completed'::run_status, 'failed'::run_status, 'canceled'::run_status])) = (completed_at IS NOT NULL))),
  constraint runs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint runs_maturity_target_check CHECK (((maturity_target >= 1) AND (maturity_target <= 5))),
  constraint runs_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint runs_pkey PRIMARY KEY (id)
);
create table saved_views (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  person_id text collate "C",
  name text not null,
  query text not null,
  created_at timestamp with time zone not null,
  constraint saved_views_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint saved_views_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint saved_views_pkey PRIMARY KEY (id)
);
create table schedule_limit_notices (
  partner_id text collate "C" not null,
  month text collate "C" not null,
  constraint schedule_limit_notices_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint schedule_limit_notices_pkey PRIMARY KEY (partner_id, month)
);
create table schedule_occurrences (
  schedule_id text collate "C" not null,
  occurs_on text collate "C" not null,
  customer_id text collate "C" not null,
  due_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  is_late boolean not null default false,
  outcome occurrence_outcome,
  decided_at timestamp with time zone,
  run_id text collate "C",
  constraint schedule_occurrences_check CHECK (((outcome IS NULL) = (decided_at IS NULL))),
  constraint schedule_occurrences_check1 CHECK (((run_id IS NULL) OR (outcome = 'started'::occurrence_outcome))),
  constraint schedule_occurrences_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint schedule_occurrences_pkey PRIMARY KEY (schedule_id, occurs_on, customer_id),
  constraint schedule_occurrences_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE SET NULL,
  constraint schedule_occurrences_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE
);
create table schedules (
  id text collate "C" not null,
  partner_id text collate "C" not null,
  customer_id text collate "C",
  product text not null,
  maturity_target smallint,
  unit schedule_unit not null,
  unit_count smallint not null,
  on_day text,
  opens text not null,
  closes text not null,
  time_zone text not null,
  starts_on text collate "C" not null,
  status schedule_status not null default 'active'::schedule_status,
  pause_reason schedule_pause_reason,
  resumed_at timestamp with time zone,
  next_on text collate "C",
  next_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint schedules_check CHECK ((closes <> opens)),
  constraint schedules_check1 CHECK (((status = 'paused'::schedule_status) = (pause_reason IS NOT NULL))),
  constraint schedules_check2 CHECK (((status = 'active'::schedule_status) = (next_at IS NOT NULL))),
  constraint schedules_check3 CHECK (((next_on IS NULL) = (next_at IS NULL))),
  constraint schedules_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint schedules_maturity_target_check CHECK (((maturity_target >= 1) AND (maturity_target <= 5))),
  constraint schedules_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint schedules_pkey PRIMARY KEY (id),
  constraint schedules_unit_count_check CHECK (((unit_count >= 1) AND (unit_count <= 12)))
);
create table secret_key_ids (
  id text collate "C" not null,
  used_at timestamp with time zone not null,
  constraint secret_key_ids_id_check CHECK ((id ~ '^[0-9a-f]{16}$'::text)),
  constraint secret_key_ids_pkey PRIMARY KEY (id)
);
create table sessions (
  hash bytea not null,
  id text collate "C" not null,
  person_id text collate "C" not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  idle_until timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  strong_until timestamp with time zone,
  others text[] not null default '{}'::text[],
  address text,
  agent text,
  needs_factor boolean not null default false,
  through_provider boolean not null default false,
  constraint sessions_id_key UNIQUE (id),
  constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (hash)
);
create table settlement_adjustments (
  id text collate "C" not null,
  distributor_id text collate "C" not null,
  currency settlement_currency not null,
  "interval" settlement_interval not null,
  amount_minor bigint not null,
  reason text not null,
  author text not null,
  created_at timestamp with time zone not null,
  constraint settlement_adjustments_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint settlement_adjustments_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint settlement_adjustments_pkey PRIMARY KEY (id)
);
create table settlement_closings (
  distributor_id text collate "C" not null,
  period text collate "C" not null,
  "interval" settlement_interval not null,
  first_day text collate "C" not null,
  last_day text collate "C" not null,
  closed_at timestamp with time zone not null,
  constraint settlement_closings_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint settlement_closings_pkey PRIMARY KEY (distributor_id, period)
);
create table settlement_lines (
  statement_id text collate "C" not null,
  "position" integer not null,
  partner_id text collate "C" not null,
  company text not null,
  plan plan_name not null,
  first_day text collate "C" not null,
  last_day text collate "C" not null,
  days integer not null,
  price_minor bigint not null,
  list_minor bigint not null,
  share_basis_points integer not null,
  share_minor bigint not null,
  processor_billing boolean not null,
  amount_minor bigint not null,
  constraint settlement_lines_check CHECK (((list_minor >= 0) AND (list_minor <= price_minor))),
  constraint settlement_lines_check1 CHECK (((share_minor >= 0) AND (share_minor <= list_minor))),
  constraint settlement_lines_check2 CHECK ((amount_minor = (
CASE
    WHEN processor_billing THEN (0)::bigint
    ELSE list_minor
END - share_minor))),
  constraint settlement_lines_days_check CHECK ((days > 0)),
  constraint settlement_lines_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint settlement_lines_pkey PRIMARY KEY (statement_id, "position"),
  constraint settlement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES settlement_statements(id)
);
create table settlement_statements (
  id text collate "C" not null,
  distributor_id text collate "C" not null,
  number integer not null,
  period text collate "C" not null,
  currency settlement_currency not null,
  company text not null,
  partners_count integer not null,
  charged_minor bigint not null,
  share_minor bigint not null,
  adjustments_minor bigint not null,
  total_minor bigint not null,
  closed_at timestamp with time zone not null,
  constraint settlement_statements_check CHECK ((total_minor = ((charged_minor - share_minor) + adjustments_minor))),
  constraint settlement_statements_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint settlement_statements_distributor_id_number_key UNIQUE (distributor_id, number),
  constraint settlement_statements_distributor_id_period_currency_key UNIQUE (distributor_id, period, currency),
  constraint settlement_statements_distributor_id_period_fkey FOREIGN KEY (distributor_id, period) REFERENCES settlement_closings(distributor_id, period),
  constraint settlement_statements_pkey PRIMARY KEY (id)
);
create table settlement_usage (
  statement_id text collate "C" not null,
  partner_id text collate "C" not null,
  company text not null,
  runs integer not null,
  customers integer not null,
  constraint settlement_usage_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint settlement_usage_pkey PRIMARY KEY (statement_id, partner_id),
  constraint settlement_usage_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES settlement_statements(id)
);
create table sign_in_failures (
  email_hash bytea not null,
  source text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (email_hash, source)
);
create table sign_in_steps (
  hash bytea not null,
  candidates text[] not null,
  person_id text collate "C",
  next_path text,
  ends_at timestamp with time zone not null,
  method text not null default 'password'::text,
  constraint sign_in_steps_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint sign_in_steps_pkey PRIMARY KEY (hash)
);
create table sign_ins (
  id bigint not null generated always as identity,
  person_id text collate "C" not null,
  at timestamp with time zone not null,
  outcome sign_in_outcome not null,
  method text not null,
  address text,
  agent text,
  factor text,
  constraint sign_ins_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint sign_ins_pkey PRIMARY KEY (id)
);
create table sign_on_domains (
  account_id text collate "C" not null,
  domain text not null,
  proof text not null,
  added_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  constraint sign_on_domains_account_id_fkey FOREIGN KEY (account_id) REFERENCES sign_on_providers(account_id) ON DELETE CASCADE,
  constraint sign_on_domains_pkey PRIMARY KEY (account_id, domain)
);
create table sign_on_links (
  account_id text collate "C" not null,
  subject text collate "C" not null,
  person_id text collate "C" not null,
  name text not null,
  linked_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint sign_on_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES sign_on_providers(account_id) ON DELETE CASCADE,
  constraint sign_on_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint sign_on_links_person_id_key UNIQUE (person_id),
  constraint sign_on_links_pkey PRIMARY KEY (account_id, subject)
);
create table sign_on_providers (
  account_id text collate "C" not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  changed_at timestamp with time zone not null,
  tested_at timestamp with time zone,
  test jsonb,
  factor_claim text,
  factor_value text,
  is_required boolean not null default false,
  exempt_person_id text collate "C",
  constraint sign_on_providers_check CHECK ((num_nonnulls(partner_id, distributor_id) = 1)),
  constraint sign_on_providers_check1 CHECK ((account_id = COALESCE(partner_id, distributor_id))),
  constraint sign_on_providers_check2 CHECK ((num_nonnulls(factor_claim, factor_value) <> 1)),
  constraint sign_on_providers_check3 CHECK (((tested_at IS NULL) = (test IS NULL))),
  constraint sign_on_providers_check4 CHECK (((NOT is_required) OR ((tested_at IS NOT NULL) AND (exempt_person_id IS NOT NULL)))),
  constraint sign_on_providers_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint sign_on_providers_distributor_id_key UNIQUE (distributor_id),
  constraint sign_on_providers_exempt_person_id_fkey FOREIGN KEY (exempt_person_id) REFERENCES people(id) ON DELETE SET NULL,
  constraint sign_on_providers_factor_claim_check CHECK ((factor_claim = ANY (ARRAY['amr'::text, 'acr'::text]))),
  constraint sign_on_providers_factor_value_check CHECK (((length(factor_value) >= 1) AND (length(factor_value) <= 200))),
  constraint sign_on_providers_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint sign_on_providers_partner_id_key UNIQUE (partner_id),
  constraint sign_on_providers_pkey PRIMARY KEY (account_id)
);
create table stated_adjustments (
  adjustment_id text collate "C" not null,
  statement_id text collate "C" not null,
  constraint stated_adjustments_adjustment_id_fkey FOREIGN KEY (adjustment_id) REFERENCES settlement_adjustments(id),
  constraint stated_adjustments_pkey PRIMARY KEY (adjustment_id),
  constraint stated_adjustments_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES settlement_statements(id)
);
create table stripe_events (
  id text collate "C" not null,
  type text not null,
  created_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  constraint stripe_events_pkey PRIMARY KEY (id)
);
create table subscriptions (
  partner_id text collate "C" not null,
  status subscription_status not null,
  plan plan_name not null,
  billing billing_cycle not null,
  currency billing_currency not null,
  anchor_at timestamp with time zone not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  debited_minor bigint not null default 0,
  last_invoice_number integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  canceled_at timestamp with time zone,
  processor billing_processor not null default 'embedded'::billing_processor,
  stripe_customer_id text collate "C",
  stripe_subscription_id text collate "C",
  stripe_item_id text collate "C",
  has_open_invoices boolean not null default false,
  synced_at timestamp with time zone,
  sync_lease uuid,
  sync_leased_until timestamp with time zone,
  dunning_mails text[] not null default '{}'::text[],
  must_confirm boolean not null default false,
  next_attempt_at timestamp with time zone,
  stops_at timestamp with time zone,
  constraint subscriptions_check CHECK ((period_end > period_start)),
  constraint subscriptions_check1 CHECK (((stripe_subscription_id IS NULL) = (stripe_item_id IS NULL))),
  constraint subscriptions_check2 CHECK (((processor = 'stripe'::billing_processor) OR (stripe_subscription_id IS NULL))),
  constraint subscriptions_check3 CHECK (((sync_lease IS NULL) = (sync_leased_until IS NULL))),
  constraint subscriptions_debited_minor_check CHECK ((debited_minor >= 0)),
  constraint subscriptions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint subscriptions_pkey PRIMARY KEY (partner_id)
);
create table tenant_approvals (
  id bigint not null generated always as identity,
  partner_id text collate "C",
  tenant_id text not null,
  approved_by text not null,
  approver_name text,
  approved_at timestamp with time zone not null,
  how approval_how not null,
  constraint tenant_approvals_check CHECK (((partner_id IS NULL) = (how = 'sandbox'::approval_how))),
  constraint tenant_approvals_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint tenant_approvals_partner_id_tenant_id_key UNIQUE NULLS NOT DISTINCT (partner_id, tenant_id),
  constraint tenant_approvals_pkey PRIMARY KEY (id),
  constraint tenant_approvals_tenant_id_check CHECK ((tenant_id = lower(tenant_id)))
);
create table tracked_runs (
  customer_id text collate "C" not null,
  product text not null,
  partner_id text collate "C" not null,
  run_id text collate "C" not null,
  maturity_target smallint not null,
  framework_version text not null,
  completed_at timestamp with time zone not null,
  is_read boolean not null,
  constraint tracked_runs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint tracked_runs_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint tracked_runs_pkey PRIMARY KEY (customer_id, product),
  constraint tracked_runs_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE,
  constraint tracked_runs_run_id_key UNIQUE (run_id)
);
create table usage_months (
  partner_id text collate "C" not null,
  month text not null,
  runs integer not null,
  constraint usage_months_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint usage_months_pkey PRIMARY KEY (partner_id, month),
  constraint usage_months_runs_check CHECK ((runs >= 0))
);
create table webhook_customers (
  endpoint_id text collate "C" not null,
  customer_id text collate "C" not null,
  constraint webhook_customers_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint webhook_customers_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_customers_pkey PRIMARY KEY (endpoint_id, customer_id)
);
create table webhook_endpoints (
  id text collate "C" not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  url text not null,
  event_types text[],
  enabled boolean not null,
  max_inflight smallint not null default 4,
  paused_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  alerted_at timestamp with time zone,
  format webhook_format not null default 'event'::webhook_format,
  name text,
  resume_at timestamp with time zone,
  min_severity finding_severity,
  is_filtered boolean not null default false,
  constraint webhook_endpoints_channel CHECK (((format = 'event'::webhook_format) OR ((name IS NOT NULL) AND (event_types IS NOT NULL)))),
  constraint webhook_endpoints_check CHECK ((num_nonnulls(partner_id, distributor_id) = 1)),
  constraint webhook_endpoints_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint webhook_endpoints_max_inflight_check CHECK ((max_inflight > 0)),
  constraint webhook_endpoints_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint webhook_endpoints_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint webhook_endpoints_pkey PRIMARY KEY (id)
);
create table webhook_groups (
  endpoint_id text collate "C" not null,
  group_id text collate "C" not null,
  constraint webhook_groups_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES customer_groups(id) ON DELETE CASCADE,
  constraint webhook_groups_pkey PRIMARY KEY (endpoint_id, group_id)
);
create table webhook_replays (
  id text collate "C" not null,
  partner_id text collate "C",
  distributor_id text collate "C",
  filter jsonb not null,
  per_second smallint not null,
  deliveries integer not null,
  created_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  constraint webhook_replays_check CHECK ((num_nonnulls(partner_id, distributor_id) = 1)),
  constraint webhook_replays_deliveries_check CHECK ((deliveries >= 0)),
  constraint webhook_replays_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES distributors(id),
  constraint webhook_replays_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint webhook_replays_per_second_check CHECK ((per_second > 0)),
  constraint webhook_replays_pkey PRIMARY KEY (id)
);
create table webhook_secrets (
  endpoint_id text collate "C" not null,
  state webhook_secret_state not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint webhook_secrets_check CHECK (((state = 'previous'::webhook_secret_state) = (expires_at IS NOT NULL))),
  constraint webhook_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id),
  constraint webhook_secrets_pkey PRIMARY KEY (endpoint_id, state)
);
create table workers (
  id text not null,
  heartbeat_at timestamp with time zone not null,
  worker_id text,
  constraint workers_pkey PRIMARY KEY (id)
);

CREATE INDEX answers_newest ON public.answers USING btree (customer_id, product, question, id DESC);
CREATE UNIQUE INDEX api_keys_distributor_slot ON public.api_keys USING btree (distributor_id, slot) WHERE ((revoked_at IS NULL) AND (distributor_id IS NOT NULL));
CREATE UNIQUE INDEX api_keys_partner_slot ON public.api_keys USING btree (partner_id, slot) WHERE ((revoked_at IS NULL) AND (partner_id IS NOT NULL));
CREATE INDEX api_keys_revoked ON public.api_keys USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX attachments_by_age ON public.attachments USING btree (attached_at);
CREATE INDEX attachments_by_question ON public.attachments USING btree (customer_id, product, question);
CREATE INDEX audit_by_author ON ONLY public.audit USING btree (author_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_customer ON ONLY public.audit USING btree (customer_id, id) WHERE (customer_id IS NOT NULL);
CREATE INDEX audit_by_distributor ON ONLY public.audit USING btree (distributor_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_distributor_action ON ONLY public.audit USING btree (distributor_id, action, occurred_at DESC, id DESC) WHERE (distributor_id IS NOT NULL);
CREATE INDEX audit_by_partner ON ONLY public.audit USING btree (partner_id, occurred_at DESC, id DESC);
CREATE INDEX audit_by_partner_action ON ONLY public.audit USING btree (partner_id, action, occurred_at DESC, id DESC) WHERE (partner_id IS NOT NULL);
CREATE INDEX audit_by_subject ON ONLY public.audit USING btree (subject, occurred_at DESC, id DESC);
CREATE INDEX consent_sign_ins_by_customer ON public.consent_sign_ins USING btree (customer_id, expires_at);
CREATE INDEX consent_sign_ins_by_expiry ON public.consent_sign_ins USING btree (expires_at);
CREATE INDEX credentials_by_person ON public.credentials USING btree (person_id, kind);
CREATE UNIQUE INDEX credentials_one_account ON public.credentials USING btree (external_id, person_id) WHERE (kind = 'microsoft'::credential_kind);
CREATE UNIQUE INDEX credentials_one_app ON public.credentials USING btree (person_id, active) WHERE (kind = 'totp'::credential_kind);
CREATE UNIQUE INDEX credentials_one_passkey ON public.credentials USING btree (external_id) WHERE (kind = 'passkey'::credential_kind);
CREATE UNIQUE INDEX credentials_one_password ON public.credentials USING btree (person_id) WHERE (kind = 'password'::credential_kind);
CREATE INDEX customer_group_members_by_customer ON public.customer_group_members USING btree (customer_id);
CREATE UNIQUE INDEX customer_groups_by_name ON public.customer_groups USING btree (partner_id, lower(name));
CREATE INDEX customers_by_partner ON public.customers USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX customers_by_tenant ON public.customers USING btree (partner_id, lower(tenant_id));
CREATE INDEX deliveries_by_event ON ONLY public.deliveries USING btree (event_id);
CREATE INDEX deliveries_by_replay ON ONLY public.deliveries USING btree (replay_id, state) WHERE (replay_id IS NOT NULL);
CREATE INDEX deliveries_newest ON ONLY public.deliveries USING btree (endpoint_id, created_at DESC, id DESC);
CREATE INDEX deliveries_newest_of_type ON ONLY public.deliveries USING btree (endpoint_id, type, created_at DESC, id DESC);
CREATE INDEX deliveries_not_delivered ON ONLY public.deliveries USING btree (endpoint_id, state, created_at DESC, id DESC) WHERE (state <> 'delivered'::delivery_state);
CREATE INDEX delivery_attempts_by_age ON ONLY public.delivery_attempts USING btree (started_at);
CREATE INDEX delivery_attempts_by_delivery ON ONLY public.delivery_attempts USING btree (delivery_id, started_at);
CREATE INDEX delivery_queue_leased ON public.delivery_queue USING btree (endpoint_id, lease_until) WHERE (lease_token IS NOT NULL);
CREATE INDEX delivery_queue_waiting ON public.delivery_queue USING btree (endpoint_id, due_at, delivery_id) WHERE (lease_token IS NULL);
CREATE INDEX events_by_customer ON ONLY public.events USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX events_by_distributor ON ONLY public.events USING btree (distributor_id, occurred_at DESC, id DESC);
CREATE INDEX events_by_partner ON ONLY public.events USING btree (partner_id, occurred_at DESC, id DESC);
CREATE INDEX events_of_deletions ON ONLY public.events USING btree (occurred_at) WHERE (type = 'customer.deleted'::text);
CREATE INDEX events_to_erase ON ONLY public.events USING btree (id) WHERE ((type = 'customer.deleted'::text) AND (customer_id IS NOT NULL));
CREATE INDEX exceptions_by_customer ON public.exceptions USING btree (customer_id, created_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX exceptions_by_end ON public.exceptions USING btree (partner_id, expires_at) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX exceptions_once ON public.exceptions USING btree (customer_id, product, requirement, lower(object)) NULLS NOT DISTINCT WHERE (removed_at IS NULL);
CREATE INDEX exceptions_removed ON public.exceptions USING btree (removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX exceptions_to_announce ON public.exceptions USING btree (expires_at) WHERE ((removed_at IS NULL) AND (announced_end IS DISTINCT FROM expires_at));
CREATE INDEX finding_progress_by_author ON public.finding_progress USING btree (changed_by) WHERE (changed_by IS NOT NULL);
CREATE INDEX finding_progress_by_owner ON public.finding_progress USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX invitations_by_end ON public.invitations USING btree (ends_at);
CREATE UNIQUE INDEX invitations_of_distributor ON public.invitations USING btree (distributor_id, lower(email)) WHERE (distributor_id IS NOT NULL);
CREATE UNIQUE INDEX invitations_of_partner ON public.invitations USING btree (partner_id, lower(email)) WHERE (partner_id IS NOT NULL);
CREATE INDEX invoice_lines_by_change ON public.invoice_lines USING btree (change_id) WHERE (change_id IS NOT NULL);
CREATE INDEX invoice_lines_by_invoice ON public.invoice_lines USING btree (partner_id, invoice_number);
CREATE INDEX mail_counts_by_day ON public.mail_counts USING btree (day);
CREATE INDEX mail_mentions_by_customer ON public.mail_mentions USING btree (customer_id);
CREATE INDEX mails_by_customer ON public.mails USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX mails_newest ON public.mails USING btree (created_at DESC, id DESC);
CREATE INDEX mails_of_digest ON public.mails USING btree (digest_id) WHERE (digest_id IS NOT NULL);
CREATE INDEX mails_reports ON public.mails USING btree (partner_id, lower(recipient), released_at) WHERE (kind = ANY (ARRAY['report-ready'::text, 'report-digest'::text]));
CREATE INDEX mails_waiting ON public.mails USING btree (COALESCE(partner_id, distributor_id), created_at, id) WHERE (status = 'waiting'::mail_status);
CREATE INDEX mails_waiting_by_address ON public.mails USING btree (lower(recipient), kind) WHERE (status = 'waiting'::mail_status);
CREATE INDEX mails_with_text ON public.mails USING btree (created_at) WHERE (text IS NOT NULL);
CREATE INDEX microsoft_sign_ins_by_account ON public.microsoft_sign_ins USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX microsoft_sign_ins_by_browser ON public.microsoft_sign_ins USING btree (browser_hash, ends_at) WHERE (browser_hash IS NOT NULL);
CREATE INDEX microsoft_sign_ins_by_end ON public.microsoft_sign_ins USING btree (ends_at);
CREATE INDEX microsoft_sign_ins_by_session ON public.microsoft_sign_ins USING btree (session_id, ends_at) WHERE (session_id IS NOT NULL);
CREATE INDEX notices_by_customer ON public.notices USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX object_deletions_due ON public.object_deletions USING btree (due_at);
CREATE INDEX open_fixes_by_partner ON public.open_fixes USING btree (partner_id, fix, customer_id) INCLUDE (product, severity, points);
CREATE INDEX partner_visits_by_partner ON public.partner_visits USING btree (partner_id, started_at DESC);
CREATE INDEX partner_visits_ended ON public.partner_visits USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX partner_visits_of_session ON public.partner_visits USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX partner_visits_open ON public.partner_visits USING btree (ends_at) WHERE (ended_at IS NULL);
CREATE INDEX partners_by_distributor ON public.partners USING btree (distributor_id, created_at DESC, id DESC);
CREATE INDEX passkey_challenges_by_binding ON public.passkey_challenges USING btree (bound_to, ends_at);
CREATE INDEX passkey_challenges_by_end ON public.passkey_challenges USING btree (ends_at);
CREATE INDEX password_resets_by_end ON public.password_resets USING btree (ends_at);
CREATE INDEX payment_disputes_open ON public.payment_disputes USING btree (partner_id) WHERE (closed_at IS NULL);
CREATE INDEX people_by_email ON public.people USING btree (lower(email));
CREATE UNIQUE INDEX people_external_of_distributor ON public.people USING btree (distributor_id, external_id) WHERE ((external_id IS NOT NULL) AND (distributor_id IS NOT NULL));
CREATE UNIQUE INDEX people_external_of_partner ON public.people USING btree (partner_id, external_id) WHERE ((external_id IS NOT NULL) AND (partner_id IS NOT NULL));
CREATE UNIQUE INDEX people_of_distributor ON public.people USING btree (distributor_id, lower(email)) WHERE (distributor_id IS NOT NULL);
CREATE UNIQUE INDEX people_of_partner ON public.people USING btree (partner_id, lower(email)) WHERE (partner_id IS NOT NULL);
CREATE INDEX plan_changes_by_key ON public.plan_changes USING btree (idempotency_account, idempotency_route, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX plan_changes_by_lease ON public.plan_changes USING btree (leased_until) WHERE (outcome = 'pending'::plan_change_outcome);
CREATE INDEX plan_changes_by_partner ON public.plan_changes USING btree (partner_id, admitted_at DESC);
CREATE UNIQUE INDEX plan_changes_pending ON public.plan_changes USING btree (partner_id) WHERE (outcome = 'pending'::plan_change_outcome);
CREATE INDEX provisioning_tokens_by_distributor ON public.provisioning_tokens USING btree (distributor_id) WHERE (distributor_id IS NOT NULL);
CREATE INDEX provisioning_tokens_by_partner ON public.provisioning_tokens USING btree (partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX questionnaire_invitations_by_customer ON public.questionnaire_invitations USING btree (customer_id);
CREATE INDEX questionnaire_invitations_closed ON public.questionnaire_invitations USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE UNIQUE INDEX questionnaire_invitations_open ON public.questionnaire_invitations USING btree (customer_id, product) WHERE (closed_at IS NULL);
CREATE INDEX questionnaire_invitations_to_remind ON public.questionnaire_invitations USING btree (remind_at) WHERE ((closed_at IS NULL) AND (remind_at IS NOT NULL));
CREATE INDEX questionnaire_invitations_to_tell ON public.questionnaire_invitations USING btree (changed_at) WHERE untold;
CREATE INDEX questionnaire_links_by_expiry ON public.questionnaire_links USING btree (expires_at);
CREATE INDEX questionnaire_links_by_recipient ON public.questionnaire_links USING btree (recipient_id);
CREATE UNIQUE INDEX questionnaire_recipients_once ON public.questionnaire_recipients USING btree (invitation_id, lower(email));
CREATE INDEX questionnaire_sessions_by_expiry ON public.questionnaire_sessions USING btree (expires_at);
CREATE INDEX questionnaire_sessions_by_link ON public.questionnaire_sessions USING btree (link_hash);
CREATE INDEX rate_leases_by_key ON public.rate_leases USING btree (key, counts_until);
CREATE INDEX recovery_requests_by_time ON public.recovery_requests USING btree (since);
CREATE INDEX report_links_by_customer ON public.report_links USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX report_links_by_end ON public.report_links USING btree (expires_at);
CREATE INDEX report_links_by_partner ON public.report_links USING btree (partner_id);
CREATE INDEX report_links_by_run ON public.report_links USING btree (run_id, created_at DESC, id DESC);
CREATE INDEX requirement_states_by_change ON public.requirement_states USING btree (partner_id, changed_at DESC, id DESC) WHERE (severity IS NOT NULL);
CREATE INDEX requirement_states_open ON public.requirement_states USING btree (partner_id, changed_at DESC, id DESC) WHERE (state = 'open'::requirement_state);
CREATE INDEX runs_by_customer ON public.runs USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX runs_by_end ON public.runs USING btree (partner_id, completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX runs_by_partner ON public.runs USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX runs_by_result ON public.runs USING btree (customer_id, product, created_at DESC, id DESC) INCLUDE (score, score_ceiling, coverage, maturity_achieved, maturity_target, critical, high, completed_at) WHERE (status = 'completed'::run_status);
CREATE INDEX runs_unfinished ON public.runs USING btree (partner_id, id) WHERE (status = ANY (ARRAY['queued'::run_status, 'running'::run_status]));
CREATE INDEX runs_without_result ON public.runs USING btree (partner_id, status, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::run_status, 'canceled'::run_status]));
CREATE INDEX saved_views_by_partner ON public.saved_views USING btree (partner_id, person_id);
CREATE INDEX saved_views_by_person ON public.saved_views USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX schedule_occurrences_by_customer ON public.schedule_occurrences USING btree (customer_id, occurs_on);
CREATE INDEX schedule_occurrences_by_run ON public.schedule_occurrences USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX schedule_occurrences_decided ON public.schedule_occurrences USING btree (decided_at) WHERE (outcome IS NOT NULL);
CREATE INDEX schedule_occurrences_due ON public.schedule_occurrences USING btree (due_at) WHERE (outcome IS NULL);
CREATE INDEX schedule_occurrences_pending ON public.schedule_occurrences USING btree (schedule_id, due_at) WHERE (outcome IS NULL);
CREATE INDEX schedules_awaiting_consent ON public.schedules USING btree (id) WHERE (pause_reason = 'consent_missing'::schedule_pause_reason);
CREATE INDEX schedules_by_customer ON public.schedules USING btree (customer_id);
CREATE INDEX schedules_by_partner ON public.schedules USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX schedules_due ON public.schedules USING btree (next_at) WHERE (status = 'active'::schedule_status);
CREATE INDEX sessions_by_end ON public.sessions USING btree (ends_at);
CREATE INDEX sessions_by_idle ON public.sessions USING btree (idle_until);
CREATE INDEX sessions_by_person ON public.sessions USING btree (person_id, created_at DESC);
CREATE INDEX settlement_adjustments_by_distributor ON public.settlement_adjustments USING btree (distributor_id, "interval");
CREATE INDEX settlement_statements_by_time ON public.settlement_statements USING btree (distributor_id, closed_at DESC, id DESC);
CREATE INDEX sign_in_failures_by_time ON public.sign_in_failures USING btree (last_at);
CREATE INDEX sign_in_steps_by_end ON public.sign_in_steps USING btree (ends_at);
CREATE INDEX sign_ins_by_person ON public.sign_ins USING btree (person_id, id DESC);
CREATE INDEX sign_ins_by_time ON public.sign_ins USING btree (at);
CREATE INDEX sign_on_domains_verified ON public.sign_on_domains USING btree (domain, verified_at DESC) WHERE (verified_at IS NOT NULL);
CREATE INDEX sign_on_providers_by_exempt ON public.sign_on_providers USING btree (exempt_person_id) WHERE (exempt_person_id IS NOT NULL);
CREATE INDEX stated_adjustments_by_statement ON public.stated_adjustments USING btree (statement_id);
CREATE INDEX stripe_events_by_age ON public.stripe_events USING btree (received_at);
CREATE INDEX subscriptions_by_stripe_customer ON public.subscriptions USING btree (stripe_customer_id) WHERE (stripe_customer_id IS NOT NULL);
CREATE UNIQUE INDEX subscriptions_by_stripe_id ON public.subscriptions USING btree (stripe_subscription_id) WHERE (stripe_subscription_id IS NOT NULL);
CREATE INDEX subscriptions_due ON public.subscriptions USING btree (period_end) WHERE ((processor = 'embedded'::billing_processor) AND (status = ANY (ARRAY['active'::subscription_status, 'trialing'::subscription_status, 'past_due'::subscription_status])));
CREATE INDEX tenant_approvals_by_tenant ON public.tenant_approvals USING btree (tenant_id);
CREATE INDEX tracked_runs_by_partner ON public.tracked_runs USING btree (partner_id, customer_id);
CREATE INDEX tracked_runs_unread ON public.tracked_runs USING btree (customer_id, product) WHERE (NOT is_read);
CREATE INDEX webhook_customers_by_customer ON public.webhook_customers USING btree (customer_id);
CREATE INDEX webhook_endpoints_by_distributor ON public.webhook_endpoints USING btree (distributor_id) WHERE (distributor_id IS NOT NULL);
CREATE INDEX webhook_endpoints_by_partner ON public.webhook_endpoints USING btree (partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX webhook_groups_by_group ON public.webhook_groups USING btree (group_id);
CREATE INDEX webhook_replays_by_age ON public.webhook_replays USING btree (created_at);
CREATE INDEX webhook_replays_by_distributor ON public.webhook_replays USING btree (distributor_id, created_at DESC, id DESC) WHERE (distributor_id IS NOT NULL);
CREATE INDEX webhook_replays_by_partner ON public.webhook_replays USING btree (partner_id, created_at DESC, id DESC) WHERE (partner_id IS NOT NULL);

CREATE OR REPLACE FUNCTION public.add_partitions()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  kind record;
  last_key text;
  next_key text;
  part text;
  misplaced boolean;
  added integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('plumbline partitions', 0)) then
    return 0;
  end if;
  for kind in select * from partitioned_tables() loop
    loop
      last_key := partitions_end(kind);
      exit when last_key is null;
      if kind.prefix is not null then
        exit when last_key collate "C" >= partitions_needed_until(kind, now());
        next_key := id_at(
          kind.prefix, (date_trunc('quarter', time_of_id(last_key) at time zone 'UTC') + interval '3 months') at time zone 'UTC');
        part := kind.name || to_char(time_of_id(last_key) at time zone 'UTC', '_YYYY_"q"Q');
      else
        exit when last_key::bigint >= partitions_needed_until(kind, now())::bigint;
        next_key := last_key::bigint + kind.ids;
        part := kind.name || '_' || last_key;
      end if;
      execute format('create table partitions.%I (like public.%I including defaults including constraints
        including storage including compression)', part, kind.name);
      execute format('select exists (select from partitions.%1$I where %2$I >= %3$L and %2$I < %4$L)',
        kind.name || '_default', kind.key, last_key, next_key) into misplaced;
      if misplaced then
        execute format('lock table public.%I in access exclusive mode', kind.name);
        execute format('with moved as (delete from partitions.%1$I where %2$I >= %3$L and %2$I < %4$L returning *)
          insert into partitions.%5$I select * from moved', kind.name || '_default', kind.key, last_key, next_key, part);
      end if;
      execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)',
        kind.name, part, last_key, next_key);
      added := added + 1;
    end loop;
  end loop;
  return added;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_without_content(content jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') || '{"erased": true}'
  from jsonb_each(content) as entry
  where content is not null and entry.key in (
    'assessmentId', 'changedFields', 'completedAt', 'createdAt', 'customerId', 'deletedAt', 'kind', 'maturityTarget',
    'partnerId', 'product', 'startedAt', 'status')
$function$;

CREATE OR REPLACE FUNCTION public.claim_deliveries(lanes text[], most integer, token uuid)
 RETURNS TABLE(delivery_id bigint, attempt integer, endpoint_id text, event_id text, event_type text, body bytea, url text, secrets jsonb, format webhook_format)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
declare
  open text[];
  removed text[];
begin
  if lanes is null then
    with recursive lane as (
      (select endpoint_id as id from delivery_queue where lease_token is null order by endpoint_id limit 1)
      union all
      select (
        select next.endpoint_id from delivery_queue as next
        where next.lease_token is null and next.endpoint_id > lane.id order by next.endpoint_id limit 1)
      from lane where lane.id is not null
    )
    select array_agg(lane.id) filter (where endpoint.enabled and exists (
        select from delivery_queue as due
        where due.endpoint_id = lane.id and due.lease_token is null and due.due_at <= now())),
      array_agg(lane.id) filter (where not endpoint.enabled)
    into lanes, removed from lane join webhook_endpoints as endpoint on endpoint.id = lane.id;
  end if;
  if removed is not null then
    with gone as (
      delete from delivery_queue as queue where queue.endpoint_id = any (removed) and queue.lease_token is null
      returning queue.delivery_id
    )
    update deliveries as delivery set state = 'canceled', ended_at = now(), next_attempt_at = null
    from gone where delivery.id = gone.delivery_id and delivery.state = 'pending';
  end if;
  if lanes is null then
    return;
  end if;
  select array_agg(held.id) into open from (
    select endpoint.id from webhook_endpoints as endpoint
    where endpoint.id = any (lanes) and endpoint.enabled
      and (endpoint.paused_until is null or endpoint.paused_until <= now())
      and (endpoint.resume_at is null or endpoint.resume_at <= now())
    order by endpoint.id for no key update skip locked) as held;
  return query
    with lane as materialized (
      select endpoint.id, greatest(0, endpoint.max_inflight - (
        select count(*) from delivery_queue as sent
        where sent.endpoint_id = endpoint.id and sent.lease_token is not null)) as room
      from webhook_endpoints as endpoint where endpoint.id = any (open)
    ), due as materialized (
      select first.delivery_id from lane cross join lateral (
        select waiting.delivery_id from delivery_queue as waiting
        where waiting.endpoint_id = lane.id and waiting.lease_token is null and waiting.due_at <= now()
        order by waiting.due_at, waiting.delivery_id limit lane.room for update skip locked) as first
      order by random() limit most
    )
    update delivery_queue as queue set lease_token = token, lease_until = clock_timestamp() + interval '30 s'
    from due, deliveries as delivery, events as event, webhook_endpoints as endpoint
    where queue.delivery_id = due.delivery_id and delivery.id = queue.delivery_id and event.id = delivery.event_id
      and endpoint.id = queue.endpoint_id
    returning queue.delivery_id, queue.attempt, queue.endpoint_id, event.id, event.type, event.body, endpoint.url, (
      select jsonb_object_agg(secret.state, encode(secret.sealed, 'base64')) from webhook_secrets as secret
      where secret.endpoint_id = endpoint.id and (secret.expires_at is null or secret.expires_at > now())), endpoint.format;
end $function$;

CREATE OR REPLACE FUNCTION public.clear_digests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from deleted_mails where digest_id is not null) then
    delete from mails where id in (select digest_id from deleted_mails)
      and not exists (select from mails as part where part.digest_id = mails.id);
    update mails set text = null, html = null where id in (select digest_id from deleted_mails);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.clear_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update mails set text = null, html = null where id in (select mail_id from deleted_mentions) and text is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_created_customers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_months as counted (partner_id, month, customers)
  select partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM'), count(*) from created group by 1, 2 order by 1, 2
  on conflict (partner_id, month) do update set customers = counted.customers + excluded.customers;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_deleted_customers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from customer_counts where partner_id in (select partner_id from deleted) order by partner_id for no key update;
  update customer_months as counted set customers = counted.customers - gone.customers
  from (
    select partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as customers
    from deleted group by 1, 2) as gone
  where counted.partner_id = gone.partner_id and counted.month = gone.month;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_partition(of_table text, which text, before timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  kind record;
  part record;
  within text;
  young text;
  rest text;
  newest boolean;
  found_rest boolean;
begin
  select * into kind from partitioned_tables() where name = of_table;
  if kind is null or of_table = 'audit' then
    raise exception 'partitions of % are not dropped', of_table using errcode = 'insufficient_privilege';
  end if;
  select * into part from list_partitions() where table_name = of_table and partition = which and not is_default;
  if part is null then
    return false;
  end if;
  if (case when kind.prefix is not null then part.until_key collate "C" > id_at(kind.prefix, now())
    else part.until_key::bigint > last_number(kind.counted_by) end) then
    return false;
  end if;
  within := case when part.from_key is null then format('< %L', part.until_key)
    else format('>= %L and %%1$I < %L', part.from_key, part.until_key) end;
  young := case of_table
    when 'events' then 'occurred_at >= $1'
    when 'deliveries' then '(ended_at is null or ended_at >= $1)'
    when 'delivery_attempts' then 'started_at >= $1'
    when 'run_results' then '(completed_at is null or completed_at >= $1)' end;
  rest := case of_table
    when 'events' then 'select exists (select from deliveries where event_id ' || format(within, 'event_id')
      || ') or exists (select from events where customer_id is not null and type = ''customer.deleted'' and id ' || format(within, 'id') || ')'
    when 'deliveries' then 'select exists (select from delivery_attempts where delivery_id ' || format(within, 'delivery_id') || ')'
    else 'select false' end;
  -- The newest row tells of nearly all partitions that they are too young, without reading them.
  execute case of_table
    when 'run_results' then format('select %s from runs where id %s order by id desc limit 1', young, format(within, 'id'))
    else format('select %s from %I where %I %s order by %3$I desc limit 1', young, of_table, kind.key, format(within, kind.key)) end
    using before into newest;
  if newest then
    return false;
  end if;
  execute case of_table
    when 'run_results' then format('select exists (select from runs where id %s and %s)', format(within, 'id'), young)
    else format('select exists (select from partitions.%I where %s)', which, young) end using before into newest;
  execute rest into found_rest;
  if newest or found_rest then
    return false;
  end if;
  execute format('drop table partitions.%I', which);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.erase_audit(erased_customer text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  erased integer;
begin
  if exists (select from customers where id = erased_customer) then
    raise exception 'the customer exists: its audit stays as it is' using errcode = 'insufficient_privilege';
  end if;
  update audit set
    before = case when before is not null then audit_without_content(before) end,
    after = case when after is not null then audit_without_content(after) end,
    author_id = case author_kind when 'recipient' then 'erased' else author_id end,
    address = case author_kind when 'recipient' then null else address end,
    -- The subject and the customerId in the content stay. This column only says that there is something to erase.
    customer_id = null
  where id in (select id from audit where customer_id = erased_customer order by id limit 1000);
  get diagnostics erased = row_count;
  return erased;
end $function$;

CREATE OR REPLACE FUNCTION public.exchange_rate_leases(asked json, returned json)
 RETURNS TABLE(id uuid, units integer, wait_ms integer)
 LANGUAGE plpgsql
AS $function$
declare
  lock bigint;
  ask record;
  room integer;
  first_end timestamptz;
begin
  -- The key of a lease never changes, so it may be read before it is locked.
  for lock in
    select hashtextextended(used.key, 2) from (
      select each.key from json_to_recordset(asked) as each (key text)
      union
      select lease.key from json_to_recordset(returned) as back (id uuid) join rate_leases as lease on lease.id = back.id
    ) as used order by 1
  loop
    perform pg_advisory_xact_lock(lock);
  end loop;
  update rate_leases as lease
    set units = back.used, counts_until = clock_timestamp() + make_interval(secs => back."windowMs" / 1000.0)
    from json_to_recordset(returned) as back (id uuid, used integer, "windowMs" integer) where lease.id = back.id;
  for ask in
    select each.* from json_to_recordset(asked) as each
      (id uuid, key text, "limit" integer, "min" integer, wanted integer, "countMs" integer)
  loop
    delete from rate_leases as lease where lease.key = ask.key and lease.counts_until <= clock_timestamp();
    select ask."limit" - coalesce(sum(lease.units), 0), min(lease.counts_until) into room, first_end
      from rate_leases as lease where lease.key = ask.key;
    id := ask.id;
    units := case when room >= ask."min" then least(room, ask.wanted) else 0 end;
    wait_ms := case when units > 0 then 0
      else greatest(1, ceil(extract(epoch from first_end - clock_timestamp()) * 1000)) end;
    if units > 0 then
      insert into rate_leases (id, key, units, counts_until)
        values (ask.id, ask.key, exchange_rate_leases.units, clock_timestamp() + make_interval(secs => ask."countMs" / 1000.0));
    end if;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.id_at(prefix text, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select prefix || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * place)) & 31)::integer + 1, 1), '' order by place desc)
  from (select floor(extract(epoch from at) * 1000)::bigint) as time (ms), generate_series(0, 9) as place
$function$;

CREATE OR REPLACE FUNCTION public.is_for_channel(type text, body bytea)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when type <> 'findings.changed' then true else
    (convert_from(body, 'UTF8')::jsonb #> '{data,opened,requirements}') @> '[{"severity": "critical"}]'
    or (convert_from(body, 'UTF8')::jsonb #> '{data,reopened,requirements}') @> '[{"severity": "critical"}]' end
$function$;

CREATE OR REPLACE FUNCTION public.last_number(of_table text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(pg_sequence_last_value(pg_get_serial_sequence(format('public.%I', of_table), 'id')), 0)
$function$;

CREATE OR REPLACE FUNCTION public.list_partitions()
 RETURNS TABLE(table_name text, partition text, from_key text, until_key text, is_default boolean, row_estimate double precision)
 LANGUAGE sql
 STABLE
AS $function$
  select parent.relname, part.relname, substring(bound from $re$FROM \('(.*?)'\)$re$),
    substring(bound from $re$TO \('(.*?)'\)$re$), bound = 'DEFAULT', greatest(part.reltuples, 0)
  from pg_inherits
  join pg_class as parent on parent.oid = inhparent
  join pg_class as part on part.oid = inhrelid
  cross join lateral (select pg_get_expr(part.relpartbound, part.oid)) as range (bound)
  where parent.relnamespace = 'public'::regnamespace and parent.relkind = 'p'
$function$;

CREATE OR REPLACE FUNCTION public.partition_figures()
 RETURNS TABLE(of_table text, ahead double precision, misplaced integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kind record;
  last_key text;
begin
  for kind in select * from partitioned_tables() loop
    last_key := partitions_end(kind);
    continue when last_key is null;
    of_table := kind.name;
    ahead := case when kind.prefix is not null then extract(epoch from time_of_id(last_key) - now()) / (91 * 86400)
      else (last_key::bigint - last_number(kind.counted_by))::float8 / kind.ids end;
    execute format('select count(*) from (select from partitions.%I limit 1000) as early', kind.name || '_default')
      into misplaced;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.partition_table(of_table text, key text, until_key text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  old oid := format('public.%I', of_table)::regclass;
  first text := format('partitions.%I', of_table || '_first');
  parts text[];
  triggers name[];
  identity name;
  next_number bigint;
  statement text;
begin
  execute format('lock table public.%I in access exclusive mode', of_table);
  select attname into identity from pg_attribute where attrelid = old and attidentity = 'a';
  if identity is not null then
    next_number := last_number(of_table) + 1;
  end if;
  parts := array(
      select format('alter table public.%I add constraint %I %s', of_table, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid = old and contype in ('p', 'u', 'f') order by contype desc, conname)
    || array(
      select pg_get_indexdef(indexrelid) from pg_index
      where indrelid = old and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      order by indexrelid);
  triggers := array(select tgname from pg_trigger where tgrelid = old and not tgisinternal);
  statement := (select string_agg(pg_get_triggerdef(oid), '; ') from pg_trigger where tgrelid = old and not tgisinternal);
  for i in 1 .. cardinality(triggers) loop
    execute format('drop trigger %I on public.%I', triggers[i], of_table);
  end loop;
  if identity is not null then
    execute format('alter table public.%I alter column %I drop identity', of_table, identity);
  end if;
  execute format('alter table public.%I set schema partitions', of_table);
  execute format('alter table partitions.%I rename to %I', of_table, of_table || '_first');
  execute format('create table public.%I (like %s including defaults including constraints including storage
    including compression) partition by range (%I)', of_table, first, key);
  execute format('alter table public.%I drop constraint first_partition', of_table);
  if identity is not null then
    execute format('alter table public.%I alter column %I add generated always as identity (start with %s)', of_table, identity, next_number);
  end if;
  for i in 1 .. cardinality(parts) loop
    execute parts[i];
  end loop;
  execute format('alter table public.%I attach partition %s for values from (minvalue) to (%L)', of_table, first, until_key);
  execute format('alter table %s drop constraint first_partition', first);
  execute format('create table partitions.%I partition of public.%I default', of_table || '_default', of_table);
  if statement is not null then
    execute statement;
  end if;
  -- Rights are otherwise granted after the migrations: too late for processes that use the table at this moment.
  for statement in
    select format('grant %s on public.%I to %I', acl.privilege_type, of_table, role.rolname)
    from pg_class, aclexplode(relacl) as acl join pg_roles as role on role.oid = acl.grantee
    where pg_class.oid = old and acl.grantee <> pg_class.relowner
  loop
    execute statement;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.partitioned_tables()
 RETURNS TABLE(name text, key text, prefix text, ids bigint, counted_by text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values
    ('events', 'id', 'evt_', null::bigint, null),
    ('run_results', 'run_id', 'run_', null, null),
    ('audit', 'id', null, 10000000, 'audit'),
    ('deliveries', 'id', null, 10000000, 'deliveries'),
    ('delivery_attempts', 'delivery_id', null, 10000000, 'deliveries')
$function$;

CREATE OR REPLACE FUNCTION public.partitions_end(kind record)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if kind.prefix is not null then
    return (select max(until_key collate "C") from list_partitions() where table_name = kind.name);
  end if;
  return (select max(until_key::bigint) from list_partitions() where table_name = kind.name);
end $function$;

CREATE OR REPLACE FUNCTION public.partitions_needed_until(kind record, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if kind.prefix is not null then
    return id_at(kind.prefix,
      (date_trunc('quarter', at at time zone 'UTC' + interval '1 month') + interval '3 months') at time zone 'UTC');
  end if;
  return ((last_number(kind.counted_by) + kind.ids / 2) / kind.ids + 1) * kind.ids;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  woken text;
begin
  -- Most accounts have no endpoint: they pay for two index lookups and no more.
  if not exists (
    select from new_events as event
    where exists (select from webhook_endpoints as endpoint where endpoint.partner_id = event.partner_id)
      or exists (select from webhook_endpoints as endpoint where endpoint.distributor_id = event.distributor_id)
  ) then
    return null;
  end if;
  for woken in
    with heard as (
      select event.id as event_id, event.type, event.customer_id, event.body, endpoint as endpoint
      from new_events as event join webhook_endpoints as endpoint on endpoint.partner_id = event.partner_id
      where endpoint.enabled and (event.type = any (endpoint.event_types) or (endpoint.event_types is null and not event.is_optional))
        and (
          select partner.status <> 'suspended' or partner.suspended_at = event.occurred_at
          from partners as partner where partner.id = endpoint.partner_id)
      union all
      select event.id, event.type, event.customer_id, event.body, endpoint
      from new_events as event join webhook_endpoints as endpoint on endpoint.distributor_id = event.distributor_id
      where endpoint.enabled and (event.type = any (endpoint.event_types) or (endpoint.event_types is null and not event.is_optional))
        and (
          select distributor.status <> 'suspended' or distributor.suspended_at = event.occurred_at
          from distributors as distributor where distributor.id = endpoint.distributor_id)
    ), made as (
      insert into deliveries (event_id, endpoint_id, type, cause, next_attempt_at)
      select event_id, (endpoint).id, type, 'event', now() from heard
      where (endpoint).format = 'event' or takes_event(endpoint, type, customer_id, body) order by event_id
      returning id, endpoint_id
    ), queued as (
      insert into delivery_queue (delivery_id, endpoint_id, due_at) select id, endpoint_id, now() from made
      returning endpoint_id
    )
    select distinct endpoint_id from queued
  loop
    perform pg_notify('deliveries', woken);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_object_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into object_deletions (name, due_at)
  values (old.name, now() + case tg_op when 'DELETE' then interval '1 minute' else interval '1 hour' end)
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_partner_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of_change text := to_char(new.updated_at at time zone 'UTC', 'YYYY-MM-DD');
  active_plan plan_name := case when new.status = 'active' then new.plan end;
begin
  insert into partner_days (partner_id, day, plan, next_plan, currency, interval, processor_billing)
  -- A change that read its clock before midnight and waited for another one belongs to the day of that one.
  select new.id, greatest(of_change, max(earlier.day)),
    greatest(active_plan, case when old.status = 'active' then old.plan end), active_plan,
    new.settlement_currency, new.settlement_interval, new.processor_billing
  from partner_days as earlier where earlier.partner_id = new.id
  on conflict (partner_id, day) do update set
    plan = greatest(partner_days.plan, excluded.plan), next_plan = excluded.next_plan,
    currency = excluded.currency, interval = excluded.interval, processor_billing = excluded.processor_billing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append only', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.release_mail(mail_id text, at timestamp with time zone, account_limit integer, address_limit integer, digest_ms integer)
 RETURNS TABLE(outcome text, place integer)
 LANGUAGE plpgsql
AS $function$
declare
  mail mails%rowtype;
  today date := (at at time zone 'UTC')::date;
  tomorrow timestamptz := (today + 1)::timestamp at time zone 'UTC';
  address_key text;
  account text;
  counted integer;
  reported timestamptz;
begin
  select * into mail from mails where id = mail_id and status = 'waiting';
  if not found then
    return;
  end if;
  place := 0;
  foreach account in array mail.counted_for loop
    insert into mail_counts as kept (key, day, mails) values (account, today, 0)
      on conflict (key, day) do update set mails = kept.mails returning kept.mails into counted;
    place := greatest(place, counted);
  end loop;
  if address_limit is not null then
    address_key := mail.kind || ' ' || encode(sha256(convert_to(lower(mail.recipient), 'UTF8')), 'hex');
    insert into mail_counts as kept (key, day, mails) values (address_key, today, 0)
      on conflict (key, day) do update set mails = kept.mails returning kept.mails into counted;
  end if;
  select * into mail from mails where id = mail_id and status = 'waiting' and due_at <= at for no key update;
  if not found then
    return;
  end if;
  if place >= account_limit then
    outcome := 'account';
    update mails set waits_for = 'account', due_at = tomorrow where id = mail_id;
  elsif exists (
    select from mails as older
    where coalesce(older.partner_id, older.distributor_id) = coalesce(mail.partner_id, mail.distributor_id)
      and older.status = 'waiting' and older.waits_for = 'account' and older.counted_for <@ mail.counted_for
      and (older.created_at, older.id) < (mail.created_at, mail.id)
  ) then
    outcome := 'account';
    update mails set waits_for = 'account', due_at = at where id = mail_id;
  elsif counted >= address_limit then
    outcome := 'address';
    update mails set waits_for = 'address', due_at = tomorrow where id = mail_id;
  elsif address_limit is not null and exists (
    select from mails as older
    where lower(older.recipient) = lower(mail.recipient) and older.kind = mail.kind and older.status = 'waiting'
      and older.waits_for = 'address' and (older.created_at, older.id) < (mail.created_at, mail.id)
  ) then
    outcome := 'address';
    update mails set waits_for = 'address', due_at = at where id = mail_id;
  else
    if mail.kind = 'report-ready' then
      select max(report.released_at) into reported from mails as report
      where report.partner_id = mail.partner_id and lower(report.recipient) = lower(mail.recipient)
        and report.kind in ('report-ready', 'report-digest')
        and report.released_at > at - make_interval(secs => digest_ms / 1000.0);
    end if;
    if reported is not null then
      outcome := 'digest';
      update mails set waits_for = 'digest', due_at = reported + make_interval(secs => digest_ms / 1000.0)
      where id = mail_id;
    else
      outcome := 'released';
      update mail_counts set mails = mails + 1 where day = today and (key = any (mail.counted_for) or key = address_key);
      update mails set status = 'queued', waits_for = null, due_at = null, released_at = at where id = mail_id;
    end if;
  end if;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.take_rate(rate_key text, rate_limit integer, now_ms bigint)
 RETURNS TABLE(allowed boolean, total integer, oldest bigint)
 LANGUAGE plpgsql
AS $function$
declare
  taken bigint[];
  expired integer;
begin
  if current_setting('transaction_read_only')::boolean then
    return;
  end if;
  -- A clock that went back puts nothing before what is there.
  insert into rate_windows as kept (key, times, newest) values (rate_key, array[now_ms], now_ms)
    on conflict (key) do update set
      times = kept.times[width_bucket(now_ms - 60000, kept.times) + 1:]
        || greatest(now_ms, kept.times[cardinality(kept.times)]),
      newest = greatest(now_ms, kept.newest)
    where cardinality(kept.times) - width_bucket(now_ms - 60000, kept.times) < rate_limit
    returning kept.times into taken;
  allowed := found;
  if not allowed then
    select times into taken from rate_windows where key = rate_key;
  end if;
  expired := width_bucket(now_ms - 60000, taken);
  total := cardinality(taken) - expired;
  oldest := taken[expired + 1];
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.takes_event(endpoint webhook_endpoints, type text, customer_id text, body bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select endpoint.format = 'event' or (
    (not endpoint.is_filtered or customer_id is null
      or exists (select from webhook_customers as named
        where named.endpoint_id = endpoint.id and named.customer_id = takes_event.customer_id)
      or exists (select from webhook_groups as named join customer_group_members as member on member.group_id = named.group_id
        where named.endpoint_id = endpoint.id and member.customer_id = takes_event.customer_id))
    and case takes_event.type
      when 'findings.changed' then exists (
        select from jsonb_path_query(convert_from(body, 'UTF8')::jsonb, '$.data.keyvalue() ? (@.key == "opened" || @.key == "reopened")
          .value.requirements[*].severity') as found (severity)
        where (found.severity #>> '{}')::finding_severity <= coalesce(endpoint.min_severity, 'critical'))
      when 'assessment.completed' then endpoint.min_severity is null or exists (
        select from unnest(enum_range('critical', endpoint.min_severity)) as counted (severity)
        where (convert_from(body, 'UTF8')::jsonb -> 'data' ->> counted.severity::text)::integer > 0)
      else true end)
$function$;

CREATE OR REPLACE FUNCTION public.time_of_id(id text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select to_timestamp(sum(
    (strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(split_part(id, '_', 2), 10 - place, 1)) - 1)::bigint << (5 * place)) / 1000.0)
  from generate_series(0, 9) as place
$function$;

CREATE TRIGGER count_created_customers AFTER INSERT ON public.customers REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION count_created_customers();
CREATE TRIGGER count_deleted_customers AFTER DELETE ON public.customers REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_customers();
CREATE TRIGGER queue_deliveries AFTER INSERT ON public.events REFERENCING NEW TABLE AS new_events FOR EACH STATEMENT EXECUTE FUNCTION queue_deliveries();
CREATE TRIGGER clear_mentions AFTER DELETE ON public.mail_mentions REFERENCING OLD TABLE AS deleted_mentions FOR EACH STATEMENT EXECUTE FUNCTION clear_mentions();
CREATE TRIGGER clear_digests AFTER DELETE ON public.mails REFERENCING OLD TABLE AS deleted_mails FOR EACH STATEMENT EXECUTE FUNCTION clear_digests();
CREATE TRIGGER record_partner_day AFTER INSERT OR UPDATE OF status, plan, settlement_currency, settlement_interval, processor_billing ON public.partners FOR EACH ROW EXECUTE FUNCTION record_partner_day();
CREATE TRIGGER result_objects_deleted AFTER DELETE OR UPDATE OF name ON public.result_objects FOR EACH ROW EXECUTE FUNCTION queue_object_deletion();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlement_adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlement_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlement_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlement_usage FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stated_adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
