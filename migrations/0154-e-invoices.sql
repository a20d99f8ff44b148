-- E-invoices (TAX-09): documents for businesses, registered at the invoice registration portal. Numbers of documents never wait
-- for the portal; what it answers is kept here, beside the documents, which stay as they were written.

-- A document dated on the day needs a number of the portal. Without a company: one of the platform.
create function are_e_invoices_needed(the_company integer, the_day date) returns boolean language sql stable as $$
  select coalesce(
    (select value = 'true' from tax_setting where name = 'eInvoices' and company_id = the_company and since <= the_day
      order by since desc, setting_id desc limit 1),
    (select value = 'true' from tax_setting where name = 'eInvoices' and company_id is null and since <= the_day
      order by since desc, setting_id desc limit 1),
    false)
$$;

create table e_invoice (
  e_invoice_id bigint generated always as identity primary key,
  company_id integer not null,
  team_id integer not null,
  -- The document: of a session, or of the commission.
  invoice_id bigint unique,
  commission_document_id bigint unique,
  -- Of the supplier, who registers.
  gstin text not null,
  type text not null check (type in ('INV', 'CRN', 'DBN')),
  number text not null,
  dated timestamptz not null,
  -- failed: a person has to act.
  state text not null default 'waiting' check (state in ('waiting', 'registered', 'failed', 'cancelled')),
  attempts integer not null default 0,
  -- When it is worked on again by itself; null: not by itself. While somebody works on it, when that counts as lost.
  next_at timestamptz,
  -- A call may have registered the document, and its answer is not known: the portal is asked before it is registered again.
  is_asked boolean not null default false,
  -- It waits because the portal does not answer.
  is_away boolean not null default false,
  irn text,
  ack_no text,
  acked_at timestamptz,
  signed_qr text,
  signed_invoice text,
  error_code text,
  error_field text,
  error_text text,
  -- Where the document's addresses have none, or a wrong one.
  seller_pin text check (seller_pin ~ '^[1-9][0-9]{5}$'),
  buyer_pin text check (buyer_pin ~ '^[1-9][0-9]{5}$'),
  -- A cancellation that was asked for, and when the portal did it.
  cancel_reason text check (cancel_reason in ('1', '2', '3', '4')),
  cancel_remark text check (length(cancel_remark) between 1 and 100),
  cancelled_at timestamptz,
  queued_at timestamptz not null,
  unique (gstin, number, type),
  check ((invoice_id is null) <> (commission_document_id is null)),
  check (state <> 'registered' or (irn is not null and signed_qr is not null)),
  check ((cancel_reason is null) = (cancel_remark is null)),
  check ((state = 'cancelled') = (cancelled_at is not null)),
  check (state <> 'waiting' or next_at is not null)
);
create index e_invoice_due on e_invoice (next_at) where next_at is not null;
create index e_invoice_of_company on e_invoice (company_id, dated);
create index e_invoice_of_team on e_invoice (team_id, dated);
-- PIN codes that were typed count for later documents of the same numbers too.
create index e_invoice_pins on e_invoice (company_id, gstin) where seller_pin is not null or buyer_pin is not null;

-- Only added to: each change of a state, by whom, and why.
create table e_invoice_change (
  change_id bigint generated always as identity primary key,
  e_invoice_id bigint not null references e_invoice,
  at timestamptz not null,
  state text not null,
  -- null: by the product.
  user_id integer,
  detail text
);
create index e_invoice_change_of on e_invoice_change (e_invoice_id, change_id);
create trigger e_invoice_change_is_for_good before update or delete on e_invoice_change
  for each row execute function is_for_good();
create trigger e_invoice_changes_are_for_good before truncate on e_invoice_change execute function is_for_good();

-- What the portal knows a GST number of a company by. Secrets are sealed.
create table irp_account (
  company_id integer not null references company,
  gstin text not null,
  client_id text not null,
  user_name text not null,
  client_secret bytea not null,
  password bytea not null,
  changed_at timestamptz not null,
  -- Since when the portal refuses them; null: it takes them.
  refused_at timestamptz,
  refusal text,
  primary key (company_id, gstin)
);

-- The books of the stand-in for the portal, in test mode alone.
create table irp_stand_in (
  irn text primary key,
  content jsonb not null,
  cancelled_at timestamptz
);
