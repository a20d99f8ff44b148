-- Whether a company is still being set up: open from its making until the first session, or until somebody skips the rest.
-- Empty: the company was made without first steps, as those of a demo network.
alter table company add column first_steps text check (first_steps in ('open', 'skipped', 'done'));

-- An installation without any charger has its set-up still before it.
update company set first_steps = 'open' where not exists (select from charger);
