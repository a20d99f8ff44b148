-- Payments of drivers through a provider, and what is given back (money.md 4 and 5). Amounts in paise. What a provider tells
-- is kept as it was told, with every step on the way, so that a payment can be followed years later.

-- How a company reaches its provider. Secrets are sealed with the secret of the installation. No row: the provider that
-- comes with the product (sandbox).
create table provider_account (
  company_id integer primary key references company,
  key_id text not null,
  key_secret bytea not null,
  webhook_secret bytea not null,
  -- The secret before the last change: the provider signs with it for a day more.
  old_webhook_secret bytea,
  old_webhook_until timestamptz,
  changed_at timestamptz not null default now()
);

-- One driver at one connector, from choosing an amount to the end of the session (D-PAY-5). Its number is the ref of the
-- account that keeps wallet money back for it.
create table pay_session (
  pay_session_id integer generated always as identity primary key,
  -- What the driver's browser knows it by; cannot be guessed.
  public_id text not null unique,
  company_id integer not null,
  team_id integer not null,
  chargepoint_pk integer not null references charger,
  chargepoint_id text not null,
  connector_id integer not null,
  method text not null check (method in ('card', 'upi', 'wallet', 'free')),
  amount_paise bigint not null check (amount_paise >= 0),
  -- Only the browser that made the token may stop (D-PAY-5).
  stop_token_hash bytea not null,
  driver_id integer references driver on delete set null,
  state text not null default 'waiting'
    check (state in ('waiting', 'starting', 'charging', 'finished', 'refused', 'expired')),
  -- Why it was refused or has expired, in words for the driver.
  reason text,
  -- The provider's order, and the payment that pays for it.
  order_id text unique,
  payment_id text unique,
  -- Made for this one session; names it when the charger starts.
  ocpp_tag_pk integer unique references ocpp_tag,
  -- The remote start, and the session it led to.
  task_id uuid,
  transaction_id integer unique,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- Without a car by then the money goes back.
  expires_at timestamptz not null,
  closed_at timestamptz
);
create index pay_session_open on pay_session (expires_at) where closed_at is null;
create index pay_session_connector on pay_session (chargepoint_pk, connector_id) where closed_at is null;
create table pay_session_change (
  change_id bigint generated always as identity primary key,
  pay_session_id integer not null references pay_session,
  state text not null,
  reason text,
  at timestamptz not null
);
create index pay_session_change_of on pay_session_change (pay_session_id, change_id);
create trigger pay_session_change_is_for_good before update or delete on pay_session_change
  for each row execute function is_for_good();

-- A payment as the provider has told of it so far. Its number is the ref of the account that its money waits in.
create table payment (
  payment_id text primary key,
  payment_no integer generated always as identity unique,
  company_id integer not null,
  -- Where the charger stood when it was made; null where nothing says so, then it is the company's own.
  team_id integer,
  chargepoint_pk integer,
  connector_id integer,
  pay_session_id integer references pay_session,
  order_id text,
  qr_code_id text,
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null default 'INR',
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  method text,
  vpa text,
  email text,
  contact text,
  description text,
  notes jsonb not null default '{}',
  -- Of the provider, tax included in the fee; null before it captures.
  fee_paise bigint,
  fee_tax_paise bigint,
  -- {rrn, upi_transaction_id, auth_code}
  acquirer_data jsonb not null default '{}',
  error_code text,
  error_description text,
  -- What the provider says it has given back.
  refunded_paise bigint not null default 0 check (refunded_paise >= 0),
  created_at timestamptz not null,
  captured_at timestamptz,
  seen_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (refunded_paise <= amount_paise)
);
create index payment_team on payment (team_id, created_at desc, payment_id desc);
create index payment_company on payment (company_id, created_at desc, payment_id desc);
create index payment_time on payment (created_at desc, payment_id desc);
create index payment_vpa on payment (lower(vpa), created_at desc) where vpa is not null;
create index payment_order on payment (order_id) where order_id is not null;
create index payment_session on payment (pay_session_id) where pay_session_id is not null;
-- Those whose money has not yet found its session or its way back.
create index payment_open on payment (created_at) where status in ('created', 'authorized');
create index payment_words on payment using gin ((payment_id || E'\n' || coalesce(vpa, '') || E'\n' || coalesce(email, '')
  || E'\n' || coalesce(contact, '') || E'\n' || coalesce(description, '')) gin_trgm_ops);
create table payment_change (
  change_id bigint generated always as identity primary key,
  payment_id text not null references payment,
  -- What was told, by whom: webhook, poll, checkout, capture, reconciliation.
  status text not null,
  source text not null,
  detail jsonb not null default '{}',
  -- When the provider says it was, and when it was heard.
  event_at timestamptz,
  at timestamptz not null
);
create index payment_change_of on payment_change (payment_id, change_id);
create trigger payment_change_is_for_good before update or delete on payment_change
  for each row execute function is_for_good();

-- What goes back to a payer: asked of the provider again under the same key until its outcome is known (D-REF-1).
create table refund (
  refund_id integer generated always as identity primary key,
  -- The provider's own id, once it has one.
  provider_refund_id text unique,
  -- Sent with every call of one attempt, so that the provider gives back once.
  idempotency_key text not null unique,
  payment_id text not null references payment,
  company_id integer not null,
  team_id integer,
  transaction_id integer,
  pay_session_id integer references pay_session,
  amount_paise bigint not null check (amount_paise > 0),
  cause text not null check (cause in ('rest', 'no session', 'no energy', 'by hand', 'elsewhere')),
  status text not null default 'pending' check (status in ('pending', 'processed', 'failed')),
  attempt smallint not null default 1,
  -- When the provider is asked next; null when nothing is to be asked.
  next_at timestamptz,
  called_at timestamptz,
  requested_at timestamptz not null,
  requested_by integer,
  processed_at timestamptz,
  failure text,
  speed text,
  -- Reference numbers of the banks: rrn or utr, arn of cards.
  rrn text,
  utr text,
  arn text
);
create index refund_payment on refund (payment_id);
create index refund_transaction on refund (transaction_id) where transaction_id is not null;
create index refund_due on refund (next_at) where next_at is not null;
create index refund_team on refund (team_id, requested_at desc);
create index refund_processed on refund (company_id, processed_at) where status = 'processed';
create table refund_change (
  change_id bigint generated always as identity primary key,
  refund_id integer not null references refund,
  status text not null,
  attempt smallint not null,
  source text not null,
  detail jsonb not null default '{}',
  at timestamptz not null
);
create index refund_change_of on refund_change (refund_id, change_id);
create trigger refund_change_is_for_good before update or delete on refund_change
  for each row execute function is_for_good();

-- The session carries the state of its last refund and what has gone back so far, for lists and sorting (D-REF-1).
create function session_refund() returns trigger language plpgsql as $$
begin
  if new.transaction_id is not null then
    update transaction t set refund_status = new.status,
      refund_paise = (select coalesce(sum(r.amount_paise), 0) from refund r
        where r.transaction_id = new.transaction_id and r.status = 'processed')
    where t.transaction_id = new.transaction_id;
  end if;
  return null;
end $$;
create trigger session_refund after insert or update of status on refund for each row execute function session_refund();

-- What providers report, as the bytes that they signed, answered at once and worked off later (money.md 5).
create table webhook_event (
  company_id integer not null,
  event_id text not null,
  body bytea not null,
  received_at timestamptz not null,
  worked_at timestamptz,
  attempts integer not null default 0,
  failure text,
  primary key (company_id, event_id)
);
create index webhook_event_open on webhook_event (received_at) where worked_at is null;

-- Comparisons of the provider's lists with what is stored, over windows that overlap.
create table provider_check (
  check_id integer generated always as identity primary key,
  company_id integer not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  payments integer not null,
  refunds integer not null,
  -- [{kind, paymentId, refundId, theirs, ours}]
  differences jsonb not null default '[]',
  at timestamptz not null
);
create index provider_check_company on provider_check (company_id, at desc);

-- What the provider that comes with the product keeps: its orders, payments, refunds and events waiting to be sent. Another
-- house's books, which only its own calls read and write.
create table sandbox_object (
  id text primary key,
  kind text not null,
  account text not null,
  parent_id text,
  content jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz
);
create index sandbox_object_kind on sandbox_object (account, kind, created_at desc);
create index sandbox_object_parent on sandbox_object (parent_id) where parent_id is not null;
create index sandbox_object_due on sandbox_object (due_at) where due_at is not null;

-- One-time codes to phones and mail addresses of drivers who pay from their wallet (D-PAY-5).
create table pay_code (
  contact text primary key,
  code_hash bytea not null,
  tries smallint not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

insert into account (kind, ref, normal_side, is_kept) values ('smallRests', 0, 'C', false);
