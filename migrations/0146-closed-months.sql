-- Closed months of a company (M-8): after its closing nothing with a date in the month is written. The database itself keeps
-- this, for whoever writes: a writer shares the lock of the month of its date until it commits, and a closing takes that lock
-- alone, so it waits for writers of the month that are under way, and they never wait for one of another month.

-- Only added to: the last event of a company says until when its books are closed.
create table month_closing (
  closing_id bigint generated always as identity primary key,
  company_id integer not null references company,
  -- The first day of the month that was closed or reopened.
  month date not null check (month = date_trunc('month', month)::date),
  event text not null check (event in ('closed', 'reopened')),
  reason text not null default '' check (length(reason) <= 500 and (event = 'closed' or reason <> '')),
  -- From then on, what is dated before this is closed; missing: nothing is.
  closed_until timestamptz,
  at timestamptz not null,
  user_id integer,
  check (event = 'reopened' or closed_until is not null)
);
create index month_closing_of on month_closing (company_id, closing_id);
create trigger month_closing_is_for_good before update or delete on month_closing
  for each row execute function is_for_good();
create trigger month_closings_are_for_good before truncate on month_closing execute function is_for_good();

-- The lock of a month. Months are cut by one zone for all: a closing takes those that the month of the business has a part of.
create function book_month(at timestamptz) returns date language sql stable as $$
  select greatest(date_trunc('month', at at time zone 'Asia/Kolkata')::date, '2010-01-01'::date)
$$;
create function book_lock(the_company integer, the_month date) returns bigint language sql immutable as $$
  select hashtextextended('books ' || the_company || ' ' || (the_month - '2000-01-01'::date), 7001008)
$$;
create function books_closed_until(the_company integer) returns timestamptz language sql stable as $$
  select closed_until from month_closing where company_id = the_company order by closing_id desc limit 1
$$;
-- The same as it stood at a moment.
create function books_closed_then(the_company integer, the_moment timestamptz) returns timestamptz language sql stable as $$
  select coalesce((select closed_until from month_closing where company_id = the_company and at <= the_moment
    order by closing_id desc limit 1), '-infinity')
$$;

-- The date that something is booked with: its own or, where that month is closed, the moment at which it is decided. The month
-- stays open until the transaction ends.
create function book_date(the_company integer, own timestamptz, decided timestamptz) returns timestamptz language plpgsql as $$
declare
  dated timestamptz := own;
  closed timestamptz;
begin
  if the_company is null then return own; end if;
  loop
    perform pg_advisory_xact_lock_shared(book_lock(the_company, book_month(dated)));
    select closed_until into closed from month_closing where company_id = the_company order by closing_id desc limit 1;
    if closed is null or dated >= closed then return dated; end if;
    dated := greatest(decided, closed);
  end loop;
end $$;

create function demand_open_books(the_company integer, first timestamptz) returns void language plpgsql as $$
declare
  closed timestamptz;
begin
  perform pg_advisory_xact_lock_shared(book_lock(the_company, book_month(first)));
  select closed_until into closed from month_closing where company_id = the_company order by closing_id desc limit 1;
  if first < closed then
    raise exception 'the books of company % are closed until %', the_company, closed
      using errcode = 'restrict_violation', constraint = 'books_are_closed';
  end if;
end $$;

-- One for each table with dates of money. What is written there is never changed (`is_for_good`), or not in its dates.
create function posting_in_open_month() returns trigger language plpgsql as $$
begin
  perform demand_open_books(company_id, first) from (select company_id, min(event_at) as first from added
    where company_id is not null group by company_id, book_month(event_at) order by 1, 2) x;
  return null;
end $$;
create trigger posting_in_open_month after insert on posting referencing new table as added
  for each statement execute function posting_in_open_month();

create function bill_in_open_month() returns trigger language plpgsql as $$
begin
  perform demand_open_books(company_id, first) from (select company_id, min(billed_at) as first from added
    group by company_id, book_month(billed_at) order by 1, 2) x;
  return null;
end $$;
create trigger bill_in_open_month after insert on bill referencing new table as added
  for each statement execute function bill_in_open_month();

create function invoice_in_open_month() returns trigger language plpgsql as $$
begin
  perform demand_open_books(company_id, first) from (select company_id, min(dated) as first from added
    group by company_id, book_month(dated) order by 1, 2) x;
  return null;
end $$;
create trigger invoice_in_open_month after insert on invoice referencing new table as added
  for each statement execute function invoice_in_open_month();
create trigger commission_document_in_open_month after insert on commission_document referencing new table as added
  for each statement execute function invoice_in_open_month();

create function refund_in_open_month() returns trigger language plpgsql as $$
begin
  perform demand_open_books(company_id, first) from (select company_id, min(requested_at) as first from added
    group by company_id, book_month(requested_at) order by 1, 2) x;
  return null;
end $$;
create trigger refund_in_open_month after insert on refund referencing new table as added
  for each statement execute function refund_in_open_month();

create function refund_borne_in_open_month() returns trigger language plpgsql as $$
begin
  perform demand_open_books(company_id, first) from (select company_id, min(at) as first from added
    group by company_id, book_month(at) order by 1, 2) x;
  return null;
end $$;
create trigger refund_borne_in_open_month after insert on refund_borne referencing new table as added
  for each statement execute function refund_borne_in_open_month();

-- Of a payment the capture has a date; of a refund its request and its end. Both change while the row lives.
create function money_moves_in_open_month() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payment' then
    if tg_op = 'UPDATE' and old.captured_at is not null then perform demand_open_books(old.company_id, old.captured_at); end if;
    if new.captured_at is not null then perform demand_open_books(new.company_id, new.captured_at); end if;
  else
    if new.requested_at is distinct from old.requested_at then
      perform demand_open_books(new.company_id, least(old.requested_at, new.requested_at));
    end if;
    if new.processed_at is distinct from old.processed_at then
      if old.processed_at is not null then perform demand_open_books(new.company_id, old.processed_at); end if;
      if new.processed_at is not null then perform demand_open_books(new.company_id, new.processed_at); end if;
    end if;
  end if;
  return new;
end $$;
create trigger payment_in_open_month before insert on payment
  for each row when (new.captured_at is not null) execute function money_moves_in_open_month();
create trigger payment_moves_in_open_month before update of captured_at on payment
  for each row when (new.captured_at is distinct from old.captured_at) execute function money_moves_in_open_month();
create trigger refund_moves_in_open_month before update of requested_at, processed_at on refund
  for each row when ((new.requested_at, new.processed_at) is distinct from (old.requested_at, old.processed_at))
  execute function money_moves_in_open_month();

-- A payout belongs to its month, whenever it is made.
create function payout_in_open_month() returns trigger language plpgsql as $$
begin
  perform demand_open_books(company_id, least(period_start, made_at)) from (select distinct company_id, period_start, made_at
    from added order by 1, 2) x;
  return null;
end $$;
create trigger payout_in_open_month after insert on payout referencing new table as added
  for each statement execute function payout_in_open_month();
create function payout_part_in_open_month() returns trigger language plpgsql as $$
begin
  perform demand_open_books(p.company_id, p.period_start) from payout p
    where p.payout_no in (select distinct payout_no from added) order by p.company_id, p.period_start;
  return null;
end $$;
create trigger payout_line_in_open_month after insert on payout_line referencing new table as added
  for each statement execute function payout_part_in_open_month();
create trigger payout_charger_in_open_month after insert on payout_charger referencing new table as added
  for each statement execute function payout_part_in_open_month();
