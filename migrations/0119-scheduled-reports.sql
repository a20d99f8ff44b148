-- Lists and figures that leave by mail at set times (REPORT-01, REPORT-02).

create table scheduled_report (
  scheduled_report_id integer primary key generated always as identity,
  company_id integer not null references team on delete cascade,
  team_id integer not null references team on delete cascade,
  -- With whose rights it is made.
  owner_id integer not null references app_user on delete cascade,
  name text not null,
  -- A list by the name under which its views are kept, or one of the pages that are no list.
  source text not null,
  -- The view whose filters, order and columns are taken; null: all rows. No reference, so that a report whose view was
  -- deleted can say so.
  view_id integer,
  period text not null,
  rhythm text not null check (rhythm in ('daily', 'weekly', 'monthly')),
  hour smallint not null check (hour between 0 and 23),
  -- 1 is Monday.
  weekday smallint check (weekday between 1 and 7),
  -- 0 is the last day of the month.
  month_day smallint check (month_day between 0 and 28),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  users integer[] not null default '{}',
  addresses text[] not null default '{}',
  subject text,
  state text not null check (state in ('Active', 'Paused', 'Stopped')),
  stopped_why text,
  -- The time for which it is made next; null while it is not active.
  next_at timestamptz,
  -- When a time whose making failed is tried again, and how often it was begun.
  try_at timestamptz,
  tries smallint not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index scheduled_report_due on scheduled_report (coalesce(try_at, next_at)) where state = 'Active' and deleted_at is null;
create index scheduled_report_of_team on scheduled_report (company_id, team_id) where deleted_at is null;
create index scheduled_report_of_owner on scheduled_report (owner_id) where deleted_at is null;

-- What was sent, or why nothing was.
create table scheduled_report_run (
  scheduled_report_run_id bigint primary key generated always as identity,
  scheduled_report_id integer not null references scheduled_report on delete cascade,
  company_id integer not null references team on delete cascade,
  -- The time for which it was made, and when that ended.
  due_at timestamptz not null,
  at timestamptz not null,
  is_test boolean not null default false,
  result text not null,
  reason text,
  -- The rows in words: the period, the filters.
  told text,
  rows integer,
  bytes bigint,
  file_name text,
  -- To whom a mail was queued.
  receivers text[] not null default '{}',
  -- Receivers who had stopped it.
  left_out text[] not null default '{}',
  -- A file that is too long for a mail, in the file store until a time; null again once it is removed.
  stored_name text,
  kept_until timestamptz
);
create index scheduled_report_run_of on scheduled_report_run (scheduled_report_id, scheduled_report_run_id desc);
-- A time is made once.
create unique index scheduled_report_run_once on scheduled_report_run (scheduled_report_id, due_at) where not is_test;
create index scheduled_report_run_by_time on scheduled_report_run (company_id, at);
create index scheduled_report_run_kept on scheduled_report_run (kept_until) where stored_name is not null;

-- What is known of a receiver of a report: since when it gets it, and that it has stopped it.
create table scheduled_report_receiver (
  scheduled_report_id integer not null references scheduled_report on delete cascade,
  company_id integer not null references team on delete cascade,
  -- One of both.
  user_id integer references app_user on delete cascade,
  address text,
  first_at timestamptz,
  stopped_at timestamptz
);
create unique index scheduled_report_receiver_once on scheduled_report_receiver (scheduled_report_id, user_id, address) nulls not distinct;
