-- The GST registrations of a team, one for each state that the team works in, only added to: a line begins the registration
-- of a GST number, and a later line of that number with is_ended ends it. Bills of a past time read the registrations of that
-- time. A team without a registration has the GST number of its first payout account.
create table team_registration (
  line_id bigint generated always as identity primary key,
  team_id integer not null references team on delete cascade,
  since timestamptz not null,
  gstin text not null,
  legal_name text not null,
  address text not null,
  is_ended boolean not null default false
);
create index team_registration_held on team_registration (team_id, gstin, since, line_id);
create trigger team_registration_is_for_good before update or delete on team_registration
  for each row execute function is_history();
create trigger team_registrations_are_for_good before truncate on team_registration execute function is_history();
