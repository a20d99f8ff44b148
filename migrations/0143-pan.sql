-- The PAN of a team and of a payout account (M-6), by which tax is deducted at source (M-8). The finance history keeps the one that
-- counts at the time: the team's own, else that of its first payout account.
alter table team add pan text check (pan ~ '^[A-Z]{5}[0-9]{4}[A-Z]$');
alter table payout_account add pan text check (pan ~ '^[A-Z]{5}[0-9]{4}[A-Z]$');
alter table team_finance_history add pan text;
